/**
 * Free seats of a batch: its seats minus the seats sold through other channels and the seats booked in this
 * upstream.
 */
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';
import type { ScheduledBatch } from './batch.ts';
import { seatsLeft } from './seat-plan.ts';

/** A batch counts as selling fast if it has free seats, but at most this share of its seats. */
const sellingFastPart = 1 / 4;

type Seats = Pick<BatchOnSale, 'selling_fast' | 'seats_total' | 'seats_left'>;

/** @returns the seats of a batch in the form of `course_schedule`, with `selling_fast` */
export function seatsOf({ seatPlan }: ScheduledBatch, booked: number): Seats {
  if (seatPlan === undefined) return { selling_fast: 0 };
  const left = seatsLeft(seatPlan, booked);
  const sellsFast = left > 0 && left <= seatPlan.total * sellingFastPart;
  return { selling_fast: sellsFast ? 1 : 0, seats_total: seatPlan.total, seats_left: left };
}
