/**
 * What each kind of mail says. Money in integer paise, moments as ISO 8601, addresses absolute. Days (`YYYY-MM-DD`) and
 * times (`HH:MM`) of a batch are those of India, as the upstream tells them.
 */
import type { Attendee } from '@meridian/contracts/checkout/attendees';

/** A day of class, where the upstream tells them. */
export interface MailSession {
  date: string;
  start_time: string;
  end_time: string;
}

/** A batch as the order's snapshot has it: a `SoldBatch` can be passed as it is. */
export interface MailBatch {
  course_name: string;
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
  day_type: string;
  online_class_room: string;
  instructor_name: string;
  mode?: 'online' | 'classroom' | undefined;
  city?: string | undefined;
  sessions?: readonly MailSession[] | undefined;
}

/** The invoice in a confirmation: with the mail, behind a link, or not drawn yet. */
export type MailDocument =
  | { state: 'attached'; number: string }
  | { state: 'linked'; number: string; url: string }
  | { state: 'later' };

interface ToPayer {
  firstName: string;
  /** Order id as on the receipt. */
  orderNumber: string;
  receiptUrl: string;
}

/** To the payer. The batch's `.ics` is attached by the sender. */
export interface BookingConfirmed extends ToPayer {
  batch: MailBatch;
  seats: number;
  totalPaise: number;
  /** Text that the provider set for the batch: links, address, what to bring. */
  joining: string | null;
  /** Null where no invoices are issued. */
  document: MailDocument | null;
  attendees: readonly Attendee[];
}

/** To each attendee: nothing of the order. */
export interface AttendeeConfirmed {
  name: string;
  /** Who booked, by name. */
  bookedBy: string;
  batch: MailBatch;
  joining: string | null;
}

export interface BookingPending extends ToPayer {
  batch: MailBatch;
  seats: number;
  totalPaise: number;
}

export interface SeatsUnavailable extends ToPayer {
  batch: MailBatch;
  seats: number;
  refundPaise: number;
  /** The course's batches on the site. */
  scheduleUrl: string | null;
}

/** To the payer, and (`order: null`) to each attendee whose seat is gone. */
export interface BookingCancelled {
  name: string;
  batch: MailBatch;
  order: {
    number: string;
    receiptUrl: string;
    seatsCancelled: number;
    seatsLeft: number;
    /** 0 where the policy gives nothing back. */
    refundPaise: number;
  } | null;
}

/** To the payer, and (`order: null`) to each attendee: another batch, or other days of the same. */
export interface BookingMoved {
  name: string;
  from: MailBatch;
  to: MailBatch;
  joining: string | null;
  order: { number: string; receiptUrl: string } | null;
}

/** To the payer, and (`order: null`) to each attendee: the batch does not take place. */
export interface BatchCalledOff {
  name: string;
  batch: MailBatch;
  order: { number: string; receiptUrl: string } | null;
}

export interface CreditNote extends ToPayer {
  courseName: string;
  document: Exclude<MailDocument, { state: 'later' }>;
  /** The invoice that it corrects. */
  invoiceNumber: string;
  amountPaise: number;
}

export interface IssuedTaxDocument {
  kind: 'invoice' | 'credit_note' | 'receipt_voucher' | 'refund_voucher';
  document: Exclude<MailDocument, { state: 'later' }>;
  /** The document that it corrects. */
  reference: string | null;
  totalPaise: number;
}

/** To the payer of documents that no other mail brings, and (`order: null`) to the accounts of a company. */
export interface DocumentsIssued {
  documents: readonly IssuedTaxDocument[];
  courseName: string;
  company: { legalName: string; poNumber: string } | null;
  order: { firstName: string; number: string; receiptUrl: string } | null;
}

/** To payer and attendees; who attends gets no link to the order. */
export interface Reminder {
  name: string;
  batch: MailBatch;
  before: '7_days' | '1_day' | '2_hours';
  joining: string | null;
  receiptUrl: string | null;
}

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

/** Asked for on the page for lost links: every order of the address that is not over. */
export interface ReceiptLinks {
  orders: readonly { orderNumber: string; courseName: string; startDate: string; receiptUrl: string }[];
}

export interface ManageLink {
  firstName: string;
  orderNumber: string;
  courseName: string;
  manageUrl: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** To who enquired: none of what they typed. */
export interface EnquiryCopy {
  /** Title of the form. */
  formTitle: string;
  courseName: string | null;
  /** ISO 8601. */
  receivedAt: string;
}

/** To operators: ids and counts, no personal data. */
export type OperatorAlert =
  | { alert: 'case_opened'; caseTitle: string; orderNumber: string; openedAt: string; consoleUrl: string }
  | { alert: 'dead_letters'; leads: number; mails: number; jobs: number; since: string; consoleUrl: string }
  | { alert: 'data_request'; reference: string; dueAt: string; consoleUrl: string }
  | { alert: 'batch_sold_out'; batch: MailBatch; waiting: number; consoleUrl: string };

/** To an address of which something is held: nobody else learns so. */
export interface DataLink {
  request: 'access' | 'erasure';
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The last mail to who asked for it. */
export interface DataErased {
  enquiries: number;
  bookings: number;
  /** Tax documents that stay. */
  documents: number;
}

export interface JoiningChanged {
  name: string;
  batch: MailBatch;
  joining: string;
}

/** To everybody of a batch, in the words of an operator. */
export interface BatchMessage {
  name: string;
  batch: MailBatch;
  subject: string;
  /** Plain text with line breaks. */
  text: string;
}

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
