/** Free seats of a batch: its seats minus other channels' sales and bookings here. */
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';
import type { ScheduledBatch } from './batch.ts';
import { seatsLeft } from './seat-plan.ts';

/** Max share of free seats at which a batch is selling fast. */
const sellingFastPart = 1 / 4;

type Seats = Pick<BatchOnSale, 'selling_fast' | 'seats_total' | 'seats_left'>;

/** @returns the seats of a batch as `course_schedule` returns them, `selling_fast` derived */
export function seatsOf({ seatPlan }: ScheduledBatch, booked: number): Seats {
  if (seatPlan === undefined) return { selling_fast: 0 };
  const left = seatsLeft(seatPlan, booked);
  const sellsFast = left > 0 && left <= seatPlan.total * sellingFastPart;
  return { selling_fast: sellsFast ? 1 : 0, seats_total: seatPlan.total, seats_left: left };
}
