/** The seats of a batch as its file has them. */
export interface SeatPlan {
  total: number;
  soldElsewhere: number;
}

/** @param booked seats that are booked here */
export function seatsLeft({ total, soldElsewhere }: SeatPlan, booked: number): number {
  return Math.max(0, total - soldElsewhere - booked);
}
