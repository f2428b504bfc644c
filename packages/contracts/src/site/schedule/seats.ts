/** Seat counts of a batch. They expire within seconds, so they are not part of the cached `batch`. */
import { z } from 'zod';
import { id, list } from '../../lenient.ts';
import { batch } from './batch.ts';
import { classDetails } from './class-details.ts';
import { courseSchedule } from './schedule.ts';
import { batchVenue } from './venue.ts';

/** Larger than any class, and within PostgreSQL's integer: some systems write "unlimited" as a huge number. */
const maxSeats = 1_000_000;

function readSeats(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? Math.min(number, maxSeats)
    : undefined;
}

/** Integer from 0; anything else counts as absent, see {@link overbooked}. */
const seats = z.preprocess(readSeats, z.int().min(0).optional());

/** Seat fields of the upstream's batch. `seats_left` counts sales of all channels. */
export const batchSeats = z.object({ seats_total: seats, seats_left: seats });
export type BatchSeats = z.infer<typeof batchSeats>;

/**
 * A class with more bookings than seats has none left, and is not one whose seats nobody counts. Without a total, -1 is
 * what some systems write for "not counted".
 */
function overbooked(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('seats_left' in given)) return given;
  const { seats_left: value } = given;
  const left = typeof value === 'string' && /^\s*-\d{1,9}\s*$/.test(value) ? Number(value) : value;
  const lowest = 'seats_total' in given && readSeats(given.seats_total) !== undefined ? 0 : -1;
  return Number.isSafeInteger(left) && Number(left) < lowest ? { ...given, seats_left: 0 } : given;
}

/** An uncached batch of the upstream's `course_schedule`, read at the sale. */
export const batchOnSale = batch.extend({
  ...batchSeats.shape,
  ...batchVenue.shape,
  ...classDetails.shape,
});
export type BatchOnSale = z.infer<typeof batchOnSale>;

export const scheduleOnSale = courseSchedule.data.extend({
  course_schedule: list(z.preprocess(overbooked, batchOnSale)),
});

/** `GET /api/seats/<course_id>`: batches of a course with known seat counts. */
export const seatsData = z.object({
  seats: z.array(z.object({ course_schedule_id: id, seats_left: z.int().min(0) })),
});
export type SeatsData = z.infer<typeof seatsData>;
