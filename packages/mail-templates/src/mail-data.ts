/**
 * What each kind of mail says. Money in integer paise, moments as ISO 8601, addresses absolute. Days (`YYYY-MM-DD`) and
 * times (`HH:MM`) of a batch are those of India, as the upstream tells them.
 */
import { z } from 'zod';
import { batchCalledOff, batchMessage, joiningChanged, reminder } from './data/batches.ts';
import {
  attendeeConfirmed,
  bookingCancelled,
  bookingConfirmed,
  bookingMoved,
  bookingPending,
  seatsUnavailable,
} from './data/bookings.ts';
import { creditNote, documentsIssued } from './data/documents.ts';
import { dataErased, dataLink, enquiryCopy, manageLink, receiptLinks } from './data/links.ts';
import { checkoutUnfinished, waitlistOffer } from './data/offers.ts';
import { operatorAlert } from './data/operators.ts';

export type * from './data/batches.ts';
export type * from './data/bookings.ts';
export type * from './data/documents.ts';
export type * from './data/links.ts';
export type * from './data/offers.ts';
export type * from './data/operators.ts';
export type * from './data/parts.ts';

const kind = <Kind extends string, Data extends z.ZodType>(name: Kind, data: Data) =>
  z.object({ kind: z.literal(name), data });

/** A mail as it is stored: its kind, and the data of that kind. */
export const mailSchema = z.discriminatedUnion('kind', [
  kind('booking_confirmed', bookingConfirmed),
  kind('attendee_confirmed', attendeeConfirmed),
  kind('booking_pending', bookingPending),
  kind('seats_unavailable', seatsUnavailable),
  kind('booking_cancelled', bookingCancelled),
  kind('booking_moved', bookingMoved),
  kind('batch_called_off', batchCalledOff),
  kind('credit_note', creditNote),
  kind('documents_issued', documentsIssued),
  kind('reminder', reminder),
  kind('waitlist_offer', waitlistOffer),
  kind('checkout_unfinished', checkoutUnfinished),
  kind('receipt_links', receiptLinks),
  kind('manage_link', manageLink),
  kind('enquiry_copy', enquiryCopy),
  kind('operator_alert', operatorAlert),
  kind('joining_changed', joiningChanged),
  kind('batch_message', batchMessage),
  kind('data_link', dataLink),
  kind('data_erased', dataErased),
]);
export type Mail = z.output<typeof mailSchema>;
export type MailKind = Mail['kind'];
export type MailData = { [Each in Mail as Each['kind']]: Each['data'] };

/** Who sends, for the footer; the same for every mail of an installation. */
export interface MailSender {
  brand: string;
  /** Origin of the site. */
  siteUrl: string;
  legalName?: string | undefined;
  address?: string | undefined;
  grievanceOfficer?: { name: string; email: string; phone?: string | undefined } | undefined;
}

export interface RenderedMail {
  /** One line without line breaks. */
  subject: string;
  html: string;
  text: string;
  /** Of mails that can be ended. */
  unsubscribeUrl?: string;
}
