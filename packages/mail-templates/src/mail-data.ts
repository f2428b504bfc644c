/**
 * What each kind of mail says. Money in integer paise, moments as ISO 8601, addresses absolute. Days (`YYYY-MM-DD`) and
 * times (`HH:MM`) of a batch are those of India, as the upstream tells them.
 */
import type { BatchCalledOff, BatchMessage, JoiningChanged, Reminder } from './data/batches.ts';
import type {
  AttendeeConfirmed,
  BookingCancelled,
  BookingConfirmed,
  BookingMoved,
  BookingPending,
  SeatsUnavailable,
} from './data/bookings.ts';
import type { CreditNote, DocumentsIssued } from './data/documents.ts';
import type { DataErased, DataLink, EnquiryCopy, ManageLink, ReceiptLinks } from './data/links.ts';
import type { CheckoutUnfinished, WaitlistOffer } from './data/offers.ts';
import type { OperatorAlert } from './data/operators.ts';

export type * from './data/batches.ts';
export type * from './data/bookings.ts';
export type * from './data/documents.ts';
export type * from './data/links.ts';
export type * from './data/offers.ts';
export type * from './data/operators.ts';
export type * from './data/parts.ts';

export interface MailData {
  booking_confirmed: BookingConfirmed;
  attendee_confirmed: AttendeeConfirmed;
  booking_pending: BookingPending;
  seats_unavailable: SeatsUnavailable;
  booking_cancelled: BookingCancelled;
  booking_moved: BookingMoved;
  batch_called_off: BatchCalledOff;
  credit_note: CreditNote;
  documents_issued: DocumentsIssued;
  reminder: Reminder;
  waitlist_offer: WaitlistOffer;
  checkout_unfinished: CheckoutUnfinished;
  receipt_links: ReceiptLinks;
  manage_link: ManageLink;
  enquiry_copy: EnquiryCopy;
  operator_alert: OperatorAlert;
  joining_changed: JoiningChanged;
  batch_message: BatchMessage;
  data_link: DataLink;
  data_erased: DataErased;
}
export type MailKind = keyof MailData;

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
