/** What mails to everybody of a batch say. */
import type { MailBatch } from './parts.ts';

/** To the payer, and (`order: null`) to each attendee: the batch does not take place. */
export interface BatchCalledOff {
  name: string;
  batch: MailBatch;
  order: { number: string; receiptUrl: string } | null;
}

/** To payer and attendees; who attends gets no link to the order. */
export interface Reminder {
  name: string;
  batch: MailBatch;
  before: '7_days' | '1_day' | '2_hours';
  joining: string | null;
  receiptUrl: string | null;
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
