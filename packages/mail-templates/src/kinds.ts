/**
 * All kinds of emails. Amounts are integer paise, timestamps ISO 8601, URLs absolute. Days (`YYYY-MM-DD`) and
 * times (`HH:MM`) of a batch are in Indian time, as the upstream sends them.
 */
import { z } from 'zod';
import type { MailEvent, MailRules, Template } from './define-mail.ts';
import { attendeeConfirmed } from './mails/bookings/attendee-confirmed.ts';
import { batchCalledOff } from './mails/bookings/batch-called-off.ts';
import { batchConfirmed } from './mails/bookings/batch-confirmed.ts';
import { batchMessage } from './mails/bookings/batch-message.ts';
import { bookingCancelled } from './mails/bookings/booking-cancelled.ts';
import { bookingConfirmed } from './mails/bookings/booking-confirmed.ts';
import { bookingMoved } from './mails/bookings/booking-moved.ts';
import { bookingPending } from './mails/bookings/booking-pending.ts';
import { certificate } from './mails/bookings/certificate.ts';
import { creditNote } from './mails/bookings/credit-note.ts';
import { documentsIssued } from './mails/bookings/documents-issued.ts';
import { feedbackRequest } from './mails/bookings/feedback-request.ts';
import { joiningChanged } from './mails/bookings/joining-changed.ts';
import { moveRefused } from './mails/bookings/move-refused.ts';
import { paymentLate } from './mails/bookings/payment-late.ts';
import { reminder } from './mails/bookings/reminder.ts';
import { seatsUnavailable } from './mails/bookings/seats-unavailable.ts';
import { classList } from './mails/operators/class-list.ts';
import { operatorAlert } from './mails/operators/operator-alert.ts';
import { operatorReset } from './mails/operators/operator-reset.ts';
import { operatorRoleChanged } from './mails/operators/operator-role-changed.ts';
import { checkoutUnfinished } from './mails/visitors/checkout-unfinished.ts';
import { consentRequest } from './mails/visitors/consent-request.ts';
import { dataErased } from './mails/visitors/data-erased.ts';
import { dataLink } from './mails/visitors/data-link.ts';
import { enquiryCopy } from './mails/visitors/enquiry-copy.ts';
import { manageLink } from './mails/visitors/manage-link.ts';
import { receiptLinks } from './mails/visitors/receipt-links.ts';
import { waitlistOffer } from './mails/visitors/waitlist-offer.ts';

const definitions = [
  bookingConfirmed,
  attendeeConfirmed,
  bookingPending,
  paymentLate,
  seatsUnavailable,
  bookingCancelled,
  bookingMoved,
  moveRefused,
  batchCalledOff,
  batchConfirmed,
  creditNote,
  documentsIssued,
  reminder,
  waitlistOffer,
  checkoutUnfinished,
  receiptLinks,
  manageLink,
  enquiryCopy,
  operatorAlert,
  operatorReset,
  operatorRoleChanged,
  joiningChanged,
  batchMessage,
  classList,
  certificate,
  feedbackRequest,
  dataLink,
  dataErased,
  consentRequest,
] as const;

type Definition = (typeof definitions)[number];

export type MailKind = Definition['kind'];
export type MailData = { [Each in Definition as Each['kind']]: z.output<Each['data']> };
export type Mail = { [Kind in MailKind]: { kind: Kind; data: MailData[Kind] } }[MailKind];
/** Kinds whose data a composer reads when the email is sent. */
export type ComposedKind = Extract<Definition, { isComposed?: true }>['kind'];

type Stored = Definition['stored'];

/** A stored email: its kind, and the data of that kind. */
export const mailSchema = z.discriminatedUnion(
  'kind',
  definitions.map(({ stored }) => stored) as [Stored, ...Stored[]],
);

/** Parts of a definition that depend on its kind. */
interface Parts<Data> {
  samples: Readonly<Record<string, Data>>;
  render(data: Data): Template;
  event?(data: Data): MailEvent | undefined;
}

export const mails = Object.fromEntries<unknown>(
  definitions.map((definition) => [definition.kind, definition]),
) as {
  readonly [Kind in MailKind]: Parts<MailData[Kind]>;
};

export const mailKinds = definitions.map(({ kind }) => kind);

/** @returns the kinds with a rule */
export function kindsWith(rule: keyof MailRules): MailKind[] {
  return definitions.filter((definition: MailRules) => definition[rule]).map(({ kind }) => kind);
}
