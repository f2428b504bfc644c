/** Free seats of a batch: total less other channels' sales and bookings here. */
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';
import type { ScheduledBatch } from './batches.ts';
import { seatsLeft } from './seat-plan.ts';

/** Max share of free seats at which a batch is selling fast. */
const sellingFastPart = 1 / 4;

/** @returns the batch as `course_schedule` returns it, `selling_fast` derived from its seats */
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
