/** Seats of a batch, from its file. */
export interface SeatPlan {
  total: number;
  soldElsewhere: number;
}

/** @param booked seats booked here */
export function seatsLeft({ total, soldElsewhere }: SeatPlan, booked: number): number {
  return Math.max(0, total - soldElsewhere - booked);
}
