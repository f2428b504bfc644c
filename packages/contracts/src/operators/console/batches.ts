/** Batches: seats, attendees and waiting list. */
import { z } from 'zod';
import { batchListData, editableBatch } from '../../site/schedule/batch-editing.ts';

export const maxJoining = 4_000;
export const maxSubject = 120;
export const maxMessage = 4_000;

/** Seats of a batch. All except `free` are counted from our own orders and our waiting list. */
export const batchRow = z.object({
  id: z.number(),
  course_id: z.number(),
  /** Empty if the batch has only waiting-list entries. */
  course: z.string(),
  /** `YYYY-MM-DD`; null if the batch has only waiting-list entries. */
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  start_time: z.string(),
  end_time: z.string(),
  /** Paid seats, without cancelled ones. */
  sold: z.number(),
  /** Seats held by unpaid orders. */
  held: z.number(),
  /** Seats offered to the waiting list. */
  offered: z.number(),
  /** Free seats in the last count of the upstream; null if it does not count seats. */
  free: z.number().nullable(),
  /** Seats that entries of the waiting list request. */
  waiting: z.number(),
});
export type BatchRow = z.output<typeof batchRow>;

/** `planned`: not on sale yet. `running` and `done` depend on the current time. */
export const batchStates = [
  'planned',
  'open',
  'confirmed',
  'postponed',
  'called_off',
  'running',
  'done',
] as const;
export type BatchState = (typeof batchStates)[number];

/** A batch with the decisions about it, and as the upstream has it. */
export const boardRow = batchRow.extend({
  state: z.enum(batchStates),
  /** For a batch that is called off. */
  outcome: z.enum(['refund', 'choose']).nullable(),
  /** Minimum number of seats to sell. */
  min_seats: z.number().nullable(),
  /** Amount paid for its bookings, less refunds, GST included. */
  revenue_paise: z.number(),
  trainer: z.string(),
  /** The batch as it can be edited; null if the upstream does not have it or does not support editing. */
  editable: editableBatch.nullable(),
});
export type BoardRow = z.output<typeof boardRow>;

/** Batches of a period beyond this number are only counted. */
export const maxBoardBatches = 300;

export const batchBoard = z.object({
  /**
   * `fixed`: the upstream does not support editing. `silent`: it does not answer, so only booked batches are
   * listed.
   */
  upstream: z.enum(['editable', 'fixed', 'silent']),
  /** The first batches by day; those without a day come last. */
  batches: z.array(boardRow),
  /** Number of further batches in the period. */
  more: z.int(),
  courses: batchListData.shape.courses,
  trainers: z.array(z.string()),
});
export type BatchBoard = z.output<typeof batchBoard>;

export const attendeeRow = z.object({
  order_id: z.string(),
  payer: z.string(),
  /** Both are null for a seat without an attendee. */
  name: z.string().nullable(),
  email: z.string().nullable(),
});
export type AttendeeRow = z.output<typeof attendeeRow>;

export const waitingRow = z.object({
  /** Id of the entry, which is also the id of its lead. */
  id: z.string(),
  name: z.string(),
  seats: z.number(),
  state: z.enum(['waiting', 'offered']),
  joined_at: z.string(),
  offer_ends_at: z.string().nullable(),
});
export type WaitingRow = z.output<typeof waitingRow>;

/** A difference between a sold batch and the upstream. */
export const batchChangeRow = z.object({
  id: z.string(),
  kind: z.enum(['changed', 'vanished']),
  state: z.enum(['open', 'confirmed', 'dismissed', 'over']),
  /** Current state in the upstream, in one line; null if the upstream no longer has the batch. */
  now: z.string().nullable(),
  /** Reason for which it was dismissed. */
  note: z.string().nullable(),
  found_at: z.string(),
});
export type BatchChangeRow = z.output<typeof batchChangeRow>;

export const batchMessageRow = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_by: z.string(),
  /** Number of recipients, `suppressed` addresses included. */
  addresses: z.number(),
  suppressed: z.number(),
  at: z.string(),
});
export type BatchMessageRow = z.output<typeof batchMessageRow>;

export const batchPage = boardRow.extend({
  upstream: batchBoard.shape.upstream,
  courses: batchListData.shape.courses,
  trainers: z.array(z.string()),
  /** Terms at the sale, in one line; null if there are no bookings. */
  sold_as: z.string().nullable(),
  /** Changes, newest first. */
  changes: z.array(batchChangeRow),
  /** Joining instructions, and whether an operator or the upstream set them. */
  joining: z
    .object({
      text: z.string(),
      from: z.enum(['operator', 'upstream']),
    })
    .nullable(),
  /** Messages from operators to all people of the batch, newest first. */
  messages: z.array(batchMessageRow),
  attendees: z.array(attendeeRow),
  waitlist: z.array(waitingRow),
});
export type BatchPage = z.output<typeof batchPage>;
