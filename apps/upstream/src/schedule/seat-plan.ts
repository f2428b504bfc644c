/** Seats of a batch without its bookings. */
export interface SeatPlan {
  total: number;
  soldElsewhere: number;
}

/** @returns undefined if the seats are not counted */
export function seatPlanOf(batch: { seats: number | null; sold_elsewhere: number }): SeatPlan | undefined {
  return batch.seats === null ? undefined : { total: batch.seats, soldElsewhere: batch.sold_elsewhere };
}

/** @param booked number of seats booked in this upstream */
export function seatsLeft({ total, soldElsewhere }: SeatPlan, booked: number): number {
  return Math.max(0, total - soldElsewhere - booked);
}
