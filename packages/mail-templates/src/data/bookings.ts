/** What mails to payers and attendees say of a booking. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { MailBatch, MailDocument, ToPayer } from './parts.ts';

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
