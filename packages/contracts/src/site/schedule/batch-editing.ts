/**
 * Three upstream calls that edit batches. They are not in the table of calls, because not every upstream
 * supports them. Each is `POST /<call>` with the usual envelope. If batches are refused, the answer has
 * `data.faults`. If the whole request is refused, the answer has only a message.
 */
import { z } from 'zod';
import { batchId, courseId } from '../../ids.ts';
import { cleanText } from '../../leads/clean-text.ts';

export const batchListCall = 'batch_list';
export const batchCreateCall = 'batch_create';
export const batchChangeCall = 'batch_change';

/** Maximum number of batches per request. */
export const maxEditedBatches = 200;

const day = z.iso.date({ error: 'Enter a date such as 2026-12-05' });
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time such as 19:00' });
const line = z
  .string()
  .overwrite((text) => cleanText(text.replace(/\s+/g, ' ')))
  .max(200, { error: 'Enter at most 200 characters' });
const rupees = z.number().min(0).max(10_000_000).multipleOf(0.01);

/** True if the days are in ascending order and unique. Another order is treated as a typing error. */
function ascend(days: readonly string[]): boolean {
  return days.every((date, index) => index === 0 || date > (days[index - 1] ?? ''));
}

/** Fields of a batch that people edit. */
export const batchFields = z.object({
  /** Days of class in ascending order. The first and the last are the dates of the batch. */
  class_days: z
    .array(day)
    .min(1, { error: 'Enter at least one day of class' })
    .max(100)
    .refine(ascend, { error: 'Enter each day once, in order' }),
  start_time: time,
  end_time: time,
  mode: z.enum(['online', 'classroom']),
  /** City and two-digit state code of a classroom; null online. They determine the place of supply. */
  city: line.nullable(),
  venue_state: z
    .string()
    .regex(/^\d{2}$/, { error: 'Enter the two digits of a state' })
    .nullable(),
  /**
   * Text about the room for visitors, for example Zoom or the name of a hall; nothing is shown if it is
   * absent.
   */
  online_class_room: line.optional(),
  /** Name of a trainer in the content. */
  trainer: line.min(1, { error: 'Enter the name of a trainer' }),
  /** Price before the discount. */
  fee: rupees,
  /** Price that is paid, before GST. */
  discount_fee: rupees,
  /** Null: seats are not counted. */
  seats: z.int().min(0).max(10_000).nullable(),
  /** Joining link or address, for people who have booked; plain text with line breaks. */
  joining: z.string().overwrite(cleanText).max(4_000).nullable(),
  /**
   * True if the batch is offered to visitors. A batch with bookings stays readable after its sale has ended.
   */
  on_sale: z.boolean(),
});
export type BatchFields = z.output<typeof batchFields>;

export const editableBatch = batchFields.extend({
  id: batchId,
  course_id: courseId,
  course_name: z.string(),
  /**
   * Number of changes of this batch so far. A request to change the batch names the version that was read.
   */
  version: z.int(),
  /** Seats booked in the upstream, and (`sold_elsewhere`) seats sold through other channels. */
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
  /** Index in the list of the request. */
  index: z.int(),
  /** Name of the field; empty if the fault concerns the whole batch. */
  field: z.string(),
  code: z.enum(batchFaultCodes),
  /** Message for the operator, which says what to do. */
  message: z.string(),
  /** Current values of the batch, for `version_old`. */
  current: editableBatch.optional(),
});
export type BatchFault = z.output<typeof batchFault>;

export const batchListRequest = z.object({
  /**
   * Limits of the first day of class: from the day `from`, and before the day `to`. Past days are allowed.
   */
  from: day.optional(),
  to: day.optional(),
  course_id: courseId.optional(),
  ids: z.array(batchId).max(maxEditedBatches).optional(),
  /**
   * Maximum number of batches to send, from the beginning of the list. An upstream may ignore it and send
   * all.
   */
  limit: z.int().min(1).optional(),
});
export type BatchListRequest = z.output<typeof batchListRequest>;

export const batchListData = z.object({
  /** Increases with every change of the catalogue. */
  revision: z.int(),
  /** Sorted by first day. */
  batches: z.array(editableBatch),
  /** Number of batches beyond `limit`. */
  more: z.int().min(0).default(0),
  courses: z.array(
    z.object({ id: courseId, name: z.string(), fee: z.number(), discount_fee: z.number(), days: z.int() }),
  ),
  trainers: z.array(z.string()),
});
export type BatchListData = z.output<typeof batchListData>;

/** All changes are saved, or none. */
const saving = {
  /** True to report faults without saving anything. */
  check_only: z.boolean().default(false),
  /** Accepts prices that would be refused as `price_unusual`. */
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
  /**
   * True if the batch is postponed and the buyers are told. The days and times of a sold batch may then
   * change.
   */
  postpones: z.boolean().default(false),
  changes: z.array(batchChange).min(1).max(maxEditedBatches),
});

/**
 * Result of `batch_create` and `batch_change`. `batches` has the batches as saved. With `check_only`, it has
 * the batches as they would be saved; new ones have temporary ids. It is empty if there are faults.
 */
export const batchSavedData = z.object({
  revision: z.int(),
  batches: z.array(editableBatch),
  faults: z.array(batchFault),
});
export type BatchSavedData = z.output<typeof batchSavedData>;
