/** Seats that are offered to someone on the waiting list of a batch. */
import { z } from 'zod';
import { batchId, courseId } from '../../ids.ts';

export const offerStates = ['open', 'ordered', 'taken', 'declined', 'lapsed', 'closed'] as const;
/**
 * `open`: it can be accepted; `ordered`: its seats are in an order that is not paid yet; `taken`: they were bought;
 * `closed`: by the provider, or because the batch is over.
 */
export type OfferState = (typeof offerStates)[number];

/** `GET /api/waitlist/<token>`: nothing of the person. */
export const offerData = z.object({
  state: z.enum(offerStates),
  course_id: courseId,
  course_name: z.string(),
  course_schedule_id: batchId,
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Seats that are kept until the offer ends. */
  number_of_course: z.int(),
  /** ISO 8601. */
  ends_at: z.string(),
  /** The checkout with batch and seats chosen; only while it can be accepted. */
  checkout_path: z.string().optional(),
});
export type OfferData = z.infer<typeof offerData>;
