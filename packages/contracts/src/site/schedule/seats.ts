/** Seat counts of a batch. They are outdated within seconds, so they are not part of the cached `batch`. */
import { z } from 'zod';
import { id, list } from '../../lenient.ts';
import { batch } from './batch.ts';
import { classDetails } from './class-details.ts';
import { courseSchedule } from './schedule.ts';
import { batchVenue } from './venue.ts';

/**
 * Larger than any class, and within PostgreSQL's integer type. Some systems send a huge number for
 * "unlimited".
 */
const maxSeats = 1_000_000;

function readSeats(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? Math.min(number, maxSeats)
    : undefined;
}

/** Integer from 0; other values count as absent. See {@link overbooked}. */
const seats = z.preprocess(readSeats, z.int().min(0).optional());

/** Seat fields of a batch of the upstream. `seats_left` includes sales through all channels. */
export const batchSeats = z.object({ seats_total: seats, seats_left: seats });
export type BatchSeats = z.infer<typeof batchSeats>;

/**
 * A batch with more bookings than seats has 0 seats left. Its seats are still counted, unlike those of a
 * batch with -1 seats and no total: some systems send -1 for "not counted".
 */
function overbooked(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('seats_left' in given)) return given;
  const { seats_left: value } = given;
  const left = typeof value === 'string' && /^\s*-\d{1,9}\s*$/.test(value) ? Number(value) : value;
  const lowest = 'seats_total' in given && readSeats(given.seats_total) !== undefined ? 0 : -1;
  return Number.isSafeInteger(left) && Number(left) < lowest ? { ...given, seats_left: 0 } : given;
}

/** A batch of the upstream's `course_schedule`, read without the cache for a sale. */
export const batchOnSale = batch.extend({
  ...batchSeats.shape,
  ...batchVenue.shape,
  ...classDetails.shape,
});
export type BatchOnSale = z.infer<typeof batchOnSale>;

export const scheduleOnSale = courseSchedule.data.extend({
  course_schedule: list(z.preprocess(overbooked, batchOnSale)),
});

/** `GET /api/seats/<course_id>`: the batches of a course whose seat counts are known. */
export const seatsData = z.object({
  seats: z.array(z.object({ course_schedule_id: id, seats_left: z.int().min(0) })),
});
export type SeatsData = z.infer<typeof seatsData>;
