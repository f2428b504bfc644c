/** The seats of a batch: those of its file, less what other channels sold and what is booked here. */
import type { BatchOnSale } from '@meridian/contracts/schedule/seats';
import type { ScheduledBatch } from './batches.ts';
import { seatsLeft } from './seat-plan.ts';

/** A batch sells fast while no more than this part of its seats is left. */
const sellingFastPart = 1 / 4;

/** @returns the batch as `course_schedule` answers it; whether it sells fast follows from its seats alone */
export function withSeats({ seatPlan, ...batch }: ScheduledBatch, booked: number): BatchOnSale {
  if (seatPlan === undefined) return { ...batch, selling_fast: 0 };
  const left = seatsLeft(seatPlan, booked);
  const sellsFast = left > 0 && left <= seatPlan.total * sellingFastPart;
  return {
    ...batch,
    selling_fast: sellsFast ? 1 : 0,
    seats_total: seatPlan.total,
    seats_left: left,
  };
}
