/** What the pages beside leads and orders show: documents, mails, catalogue, work. Moments are ISO 8601. */
import type { EmailRow } from '../operators/actions/emails.ts';

export interface DocumentRow {
  /** Its number, as in every list. */
  id: string;
  number: string;
  kind: string;
  /** `YYYY-MM-DD` in India. */
  issued_on: string;
  order_id: string;
  /** The document that it corrects. */
  reference: string | null;
  buyer: string;
  gstin: string | null;
  taxable_paise: number;
  total_paise: number;
  has_pdf: boolean;
  /** A company's, and not registered at the portal yet. */
  waits_for_irn: boolean;
}

export interface WaitingDocumentRow {
  order_id: string;
  kind: string;
  why: string;
  since: string;
}

export interface MailRow extends EmailRow {
  /** An address, masked in lists; `operators` or `erased` where the mail has none. */
  recipient: string;
  can_resend: boolean;
}

/** A fact of a mail; its text may have several lines. */
export interface SaidFact {
  label: string;
  text: string;
}

export interface MailPage extends MailRow {
  cause: string;
  message_id: string | null;
  /** What it says, in words. */
  says: SaidFact[];
}

export interface SuppressionRow {
  id: string;
  /** Masked: what is kept of the address is a hash. */
  address: string;
  source: string;
  reason: string | null;
  created_at: string;
}

/** One call of the upstream, made now. */
export interface UpstreamCall {
  call: string;
  /** `ok`; `refused`: a status other than 1; `malformed`: its data cannot be used; `away`: no answer. */
  result: 'ok' | 'refused' | 'malformed' | 'away';
  milliseconds: number;
  /** What is wrong, or how many items there are. */
  detail: string;
}

export interface CatalogueCourse {
  name: string;
  slug: string;
  category: string;
  faults: string[];
}

export interface CataloguePage {
  calls: UpstreamCall[];
  courses: CatalogueCourse[];
  /** Running servers that hear of purges. */
  servers: number;
}

/** A course's schedule, read now. */
export interface CatalogueSchedule {
  name: string;
  batches: CatalogueBatch[];
  faults: string[];
}

interface CatalogueBatch {
  id: number;
  start_date: string;
  end_date: string;
  fee: number | null;
  seats_total: number | null;
  seats_left: number | null;
  faults: string[];
}

export interface WorkPage {
  queues: {
    queue: string;
    waiting: number;
    later: number;
    active: number;
    dead: number;
    oldest_seconds: number;
  }[];
  schedules: { schedule: string; succeeded_at: string | null; failed_at: string | null }[];
  dead: {
    id: string;
    queue: string;
    subject: string | null;
    died_at: string;
    tries: number;
    reason: string | null;
  }[];
}
