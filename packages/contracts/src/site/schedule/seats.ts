/** Seat counts of a batch. They are outdated within seconds, so they are not part of the cached `batch`. */
import { z } from 'zod';
import { id, list } from '../../lenient.ts';
import { batch } from './batch.ts';
import { classDetails } from './class-details.ts';
import { courseSchedule } from './schedule.ts';
import { batchVenue } from './venue.ts';

/**
 * Maximum number of seats. It is larger than any class and fits PostgreSQL's integer type. Some systems send
 * a huge number for "unlimited".
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

/** Seat fields of a batch of the upstream. `seats_left` takes the sales through all channels into account. */
export const batchSeats = z.object({ seats_total: seats, seats_left: seats });
export type BatchSeats = z.infer<typeof batchSeats>;

/**
 * Sets the seats left of an overbooked batch to 0, so that its seats stay counted. A batch with -1 seats left
 * and no total is not changed, because some systems send -1 for "not counted".
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
