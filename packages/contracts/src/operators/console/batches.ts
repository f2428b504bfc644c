/** Batches: seats, attendees and waiting list. */
import { z } from 'zod';
import { batchListData, editableBatch } from '../../site/schedule/batch-editing.ts';

export const maxJoining = 4_000;
export const maxSubject = 120;
export const maxMessage = 4_000;

/** Seats of a batch, as they are counted here. */
export const batchRow = z.object({
  id: z.number(),
  course_id: z.number(),
  /** Empty if only people wait for it. */
  course: z.string(),
  /** `YYYY-MM-DD`; null if only people wait for it. */
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  start_time: z.string(),
  end_time: z.string(),
  /** Paid, cancelled ones left out. */
  sold: z.number(),
  /** By orders that are not paid yet. */
  held: z.number(),
  /** To people of the waiting list. */
  offered: z.number(),
  /** By the last count of the upstream; null if it counts none. */
  free: z.number().nullable(),
  /** Seats that people of the waiting list wait for. */
  waiting: z.number(),
});
export type BatchRow = z.output<typeof batchRow>;

/** `planned`: not on sale yet; `running` and `done` follow from the clock. */
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

/** A batch with what is decided about it, and as the upstream has it. */
export const boardRow = batchRow.extend({
  state: z.enum(batchStates),
  /** Of one that is called off. */
  outcome: z.enum(['refund', 'choose']).nullable(),
  /** Minimum number of seats to be sold. */
  min_seats: z.number().nullable(),
  /** What its bookings paid and keep, GST included. */
  revenue_paise: z.number(),
  trainer: z.string(),
  /** As it can be edited; null if the upstream has none, or does not support editing. */
  editable: editableBatch.nullable(),
});
export type BoardRow = z.output<typeof boardRow>;

/** Further ones of a period are counted. */
export const maxBoardBatches = 300;

export const batchBoard = z.object({
  /** `fixed`: the upstream does not support editing; `silent`: it does not answer, and only booked batches are listed. */
  upstream: z.enum(['editable', 'fixed', 'silent']),
  /** The first ones, by their days; those without a day last. */
  batches: z.array(boardRow),
  /** How many later ones the period has. */
  more: z.int(),
  courses: batchListData.shape.courses,
  trainers: z.array(z.string()),
});
export type BatchBoard = z.output<typeof batchBoard>;

export const attendeeRow = z.object({
  order_id: z.string(),
  payer: z.string(),
  /** Both null for a seat whose attendee is not named yet. */
  name: z.string().nullable(),
  email: z.string().nullable(),
});
export type AttendeeRow = z.output<typeof attendeeRow>;

export const waitingRow = z.object({
  /** Of the entry, and of its lead. */
  id: z.string(),
  name: z.string(),
  seats: z.number(),
  state: z.enum(['waiting', 'offered']),
  joined_at: z.string(),
  offer_ends_at: z.string().nullable(),
});
export type WaitingRow = z.output<typeof waitingRow>;

/** Difference of a sold batch to the upstream. */
export const batchChangeRow = z.object({
  id: z.string(),
  kind: z.enum(['changed', 'vanished']),
  state: z.enum(['open', 'confirmed', 'dismissed', 'over']),
  /** As the upstream has it by now, in a line; null if it has none. */
  now: z.string().nullable(),
  /** Why it was dismissed. */
  note: z.string().nullable(),
  found_at: z.string(),
});
export type BatchChangeRow = z.output<typeof batchChangeRow>;

export const batchMessageRow = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_by: z.string(),
  /** To how many addresses it went, `suppressed` ones among them. */
  addresses: z.number(),
  suppressed: z.number(),
  at: z.string(),
});
export type BatchMessageRow = z.output<typeof batchMessageRow>;

export const batchPage = boardRow.extend({
  upstream: batchBoard.shape.upstream,
  courses: batchListData.shape.courses,
  trainers: z.array(z.string()),
  /** As it was sold, in a line; null if nothing is booked. */
  sold_as: z.string().nullable(),
  /** Newest first. */
  changes: z.array(batchChangeRow),
  /** How to join, and whether an operator or the upstream set it. */
  joining: z
    .object({
      text: z.string(),
      from: z.enum(['operator', 'upstream']),
    })
    .nullable(),
  /** What operators wrote to everyone, newest first. */
  messages: z.array(batchMessageRow),
  attendees: z.array(attendeeRow),
  waitlist: z.array(waitingRow),
});
export type BatchPage = z.output<typeof batchPage>;
