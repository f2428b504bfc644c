/** What mails say to who has not paid: a seat that is free, a payment that can go on. */
import { z } from 'zod';
import { mailBatch } from './parts.ts';

export const waitlistOffer = z.object({
  name: z.string(),
  batch: mailBatch,
  seats: z.number(),
  /** ISO 8601: the seats are kept until then. */
  endsAt: z.string(),
  offerUrl: z.string(),
});
export type WaitlistOffer = z.output<typeof waitlistOffer>;

export const checkoutUnfinished = z.object({
  firstName: z.string(),
  batch: mailBatch,
  seats: z.number(),
  totalPaise: z.number(),
  /** The total can still be paid as it was shown. */
  priceStands: z.boolean(),
  resumeUrl: z.string(),
  /** RFC 8058; the page that ends these mails. */
  unsubscribeUrl: z.string(),
});
export type CheckoutUnfinished = z.output<typeof checkoutUnfinished>;
