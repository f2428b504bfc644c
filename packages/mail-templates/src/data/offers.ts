/** What mails say to who has not paid: a seat that is free, a payment that can go on. */
import type { MailBatch } from './parts.ts';

export interface WaitlistOffer {
  name: string;
  batch: MailBatch;
  seats: number;
  /** ISO 8601: the seats are kept until then. */
  endsAt: string;
  offerUrl: string;
}

export interface CheckoutUnfinished {
  firstName: string;
  batch: MailBatch;
  seats: number;
  totalPaise: number;
  /** The total can still be paid as it was shown. */
  priceStands: boolean;
  resumeUrl: string;
  /** RFC 8058; the page that ends these mails. */
  unsubscribeUrl: string;
}
