/**
 * Editing of batches in the upstream: three calls that are not in the table of calls, and that not every upstream
 * supports. Each is `POST /<call>` with the envelope of the others; a refusal of batches has `data.faults`, one of the
 * whole request has its message alone.
 */
import { z } from 'zod';
import { batchId, courseId } from '../../ids.ts';
import { cleanText } from '../../leads/clean-text.ts';

export const batchListCall = 'batch_list';
export const batchCreateCall = 'batch_create';
export const batchChangeCall = 'batch_change';

/** Batches of one request at most. */
export const maxEditedBatches = 200;

const day = z.iso.date({ error: 'Enter a date such as 2026-12-05' });
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 19:00' });
const line = z
  .string()
  .overwrite((text) => cleanText(text.replace(/\s+/g, ' ')))
  .max(200, { error: 'Enter at most 200 characters' });
const rupees = z.number().min(0).max(10_000_000).multipleOf(0.01);

/** Each day once, in order: a day out of order is a slip, not a wish. */
function ascend(days: readonly string[]): boolean {
  return days.every((date, index) => index === 0 || date > (days[index - 1] ?? ''));
}

/** What a person decides about a batch. */
export const batchFields = z.object({
  /** Days with class, ascending; the first and the last are the batch's dates. */
  class_days: z
    .array(day)
    .min(1, { error: 'Enter at least one day of class' })
    .max(100)
    .refine(ascend, { error: 'Enter each day once, in order' }),
  start_time: time,
  end_time: time,
  mode: z.enum(['online', 'classroom']),
  /** City and two-digit state of a classroom; null online. They are the place of supply. */
  city: line.nullable(),
  venue_state: z
    .string()
    .regex(/^\d{2}$/, { error: 'Enter the two digits of a state' })
    .nullable(),
  /** What visitors are told of the room, such as Zoom or the name of a hall; nothing if it is left out. */
  online_class_room: line.optional(),
  /** Name of a trainer of the content. */
  trainer: line.min(1, { error: 'Enter the name of a trainer' }),
  /** Price before the discount. */
  fee: rupees,
  /** Price that is paid, before GST. */
  discount_fee: rupees,
  /** Null: seats are not counted. */
  seats: z.int().min(0).max(10_000).nullable(),
  /** Joining link or address for bookings; plain text with line breaks. */
  joining: z.string().overwrite(cleanText).max(4_000).nullable(),
  /** Offered to visitors. A batch with bookings stays known when it is not. */
  on_sale: z.boolean(),
});
export type BatchFields = z.output<typeof batchFields>;

export const editableBatch = batchFields.extend({
  id: batchId,
  course_id: courseId,
  course_name: z.string(),
  /** Counts the changes of this batch; a change names the version that was read. */
  version: z.int(),
  /** Seats booked in the upstream, and seats sold by other channels. */
  booked: z.int(),
  sold_elsewhere: z.int(),
});
export type EditableBatch = z.output<typeof editableBatch>;

export const batchFaultCodes = [
  'invalid',
  'course_unknown',
  'trainer_unknown',
  'trainer_busy',
  'in_past',
  'price_above_fee',
  'price_zero',
  'price_unusual',
  'seats_taken',
  'venue_missing',
  'frozen',
  'batch_unknown',
  'version_old',
] as const;

export const batchFault = z.object({
  /** Position in the request's list. */
  index: z.int(),
  /** Field, or empty for the whole batch. */
  field: z.string(),
  code: z.enum(batchFaultCodes),
  /** For the operator, with what to do. */
  message: z.string(),
  /** The batch as it is now, for `version_old`. */
  current: editableBatch.optional(),
});
export type BatchFault = z.output<typeof batchFault>;

export const batchListRequest = z.object({
  /** First day of class from this day on, and before that day. Past ones too. */
  from: day.optional(),
  to: day.optional(),
  course_id: courseId.optional(),
  ids: z.array(batchId).max(maxEditedBatches).optional(),
  /** At most so many, the first ones. An upstream may send all. */
  limit: z.int().min(1).optional(),
});
export type BatchListRequest = z.output<typeof batchListRequest>;

export const batchListData = z.object({
  /** Grows with every change of the catalogue. */
  revision: z.int(),
  /** By start and id. */
  batches: z.array(editableBatch),
  /** How many more there are than `limit`. */
  more: z.int().min(0).default(0),
  courses: z.array(
    z.object({ id: courseId, name: z.string(), fee: z.number(), discount_fee: z.number(), days: z.int() }),
  ),
  trainers: z.array(z.string()),
});
export type BatchListData = z.output<typeof batchListData>;

/** All or none is saved. */
const saving = {
  /** Reports faults and saves nothing. */
  check_only: z.boolean().default(false),
  /** Accepts prices of `price_unusual`. */
  unusual_prices: z.boolean().default(false),
};

export const newBatch = batchFields.extend({ course_id: courseId });
export type NewBatch = z.output<typeof newBatch>;

export const batchCreateRequest = z.object({
  ...saving,
  batches: z.array(newBatch).min(1).max(maxEditedBatches),
});

export const batchChange = batchFields.partial().extend({
  id: batchId,
  version: z.int(),
});
export type BatchChange = z.output<typeof batchChange>;

export const batchChangeRequest = z.object({
  ...saving,
  /** The change was decided with the buyers (postponed): days and times of a sold batch may change. */
  postpones: z.boolean().default(false),
  changes: z.array(batchChange).min(1).max(maxEditedBatches),
});

/** Of both: `batches` as saved, or as they would be, with ids that are not kept; empty with faults. */
export const batchSavedData = z.object({
  revision: z.int(),
  batches: z.array(editableBatch),
  faults: z.array(batchFault),
});
export type BatchSavedData = z.output<typeof batchSavedData>;
