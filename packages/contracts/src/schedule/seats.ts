/**
 * How many seats a batch has and has left. They age within seconds, so they are no part of `batch`, which documents and
 * cached reads carry.
 */
import { z } from 'zod';
import { id, list } from '../lenient.ts';
import { batch } from './batch.ts';
import { courseSchedule } from './schedule.ts';

function readSeats(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Whole seats from 0 up; anything else is as if absent. */
const seats = z.preprocess(readSeats, z.int().min(0).optional());

/** What the upstream's batch may say of its seats. `seats_left` counts those sold by every channel. */
export const batchSeats = z.object({ seats_total: seats, seats_left: seats });
export type BatchSeats = z.infer<typeof batchSeats>;

/** A batch at the moment of a sale: as the upstream answers `course_schedule`, before the caches. */
export const batchOnSale = batch.extend(batchSeats.shape);
export type BatchOnSale = z.infer<typeof batchOnSale>;

export const scheduleOnSale = courseSchedule.data.extend({ course_schedule: list(batchOnSale) });

/** `GET /api/seats/<course_id>`: the batches of a course whose seats are known. */
export const seatsData = z.object({
  seats: z.array(z.object({ course_schedule_id: id, seats_left: z.int().min(0) })),
});
export type SeatsData = z.infer<typeof seatsData>;
