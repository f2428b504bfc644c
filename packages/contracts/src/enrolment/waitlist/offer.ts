/** Seats offered to an entry of a batch's waiting list. */
import { z } from 'zod';
import { batchId, courseId } from '../../ids.ts';

export const offerStates = ['open', 'ordered', 'taken', 'declined', 'lapsed', 'closed'] as const;
/**
 * State of an offer. `open`: it can be accepted. `ordered`: its seats are in an unpaid order. `taken`: its
 * seats were bought. `declined`: the visitor declined it. `lapsed`: its time ended. `closed`: we closed it,
 * or the batch has begun.
 */
export type OfferState = (typeof offerStates)[number];

/** `GET /api/waitlist/<token>`: contains no personal data. */
export const offerData = z.object({
  state: z.enum(offerStates),
  course_id: courseId,
  course_name: z.string(),
  course_schedule_id: batchId,
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Seats held until the offer ends. */
  number_of_course: z.int(),
  /** End of the offer, ISO 8601. */
  ends_at: z.string(),
  /** Path of the checkout with the batch and the seats selected; present while the offer can be accepted. */
  checkout_path: z.string().optional(),
});
export type OfferData = z.infer<typeof offerData>;
