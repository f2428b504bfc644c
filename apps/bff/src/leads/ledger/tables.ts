import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { LeadAnswer } from './answers.ts';
import type { CrmState, ForwardState } from './lead-facts.ts';

/** Form values by field name. */
export type LeadValues = Record<string, string | number>;

export interface LeadTable {
  id: string;
  /** `form`: a submission for upstream and CRM. `crm`: a CRM-only record. */
  door: 'form' | 'crm';
  form: LeadFormName;
  submission_id: string | null;
  /** Request id, as in the log, or null. */
  request_id: Generated<string | null>;
  /** Hash of the form's values only: attribution may differ between retries. */
  body_hash: string;
  /** In lower case; empty once erased. */
  email: string;
  values: JSONColumnType<LeadValues>;
  attribution: JSONColumnType<Attribution> | null;
  page_url: string;
  /** The privacy notice in force when it came; null for records of other systems. */
  notice_version: Generated<string | null>;
  forward_state: ForwardState;
  forward_attempts: Generated<number>;
  /** Due time of the next forward attempt. */
  forward_due_at: Date | null;
  /** Lease of one forward attempt. */
  forward_busy_until: Date | null;
  crm_state: CrmState;
  crm_attempts: Generated<number>;
  crm_first_failed_at: Date | null;
  /** Due time of the next delivery attempt. */
  crm_due_at: Date | null;
  /** Lease of one delivery attempt. Not indexed, so that updates stay HOT. */
  crm_busy_until: Date | null;
  crm_id: string | null;
  /** Stored answer, for repeated submissions. */
  answer: JSONColumnType<LeadAnswer> | null;
  /** Error code or short text, without personal data. */
  last_error: string | null;
  received_at: Generated<Date>;
  updated_at: Generated<Date>;
  delivered_at: Date | null;
  erased_at: Date | null;
}

/** Submission ids of the last days. */
export interface LeadSubmissionTable {
  submission_id: string;
  lead_id: string;
  received_at: Generated<Date>;
}

export interface LeadEventTable {
  id: GeneratedAlways<string>;
  lead_id: string;
  kind: string;
  detail: string | null;
  at: Generated<Date>;
}

export interface LeadFileTable {
  id: string;
  /** Null until a lead owns it. */
  lead_id: string | null;
  name: string;
  type: string;
  /** Bytes; during the upload, the reserved maximum. */
  size: Generated<number>;
  /** True if from suspected spam and without a lead yet. */
  suspect: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface LeadFileChunkTable {
  file_id: string;
  number: number;
  bytes: Buffer;
}

export interface LeadTables {
  leads: LeadTable;
  lead_submissions: LeadSubmissionTable;
  lead_events: LeadEventTable;
  lead_files: LeadFileTable;
  lead_file_chunks: LeadFileChunkTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends LeadTables {}
}
