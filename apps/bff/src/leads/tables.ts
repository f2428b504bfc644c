import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { LeadAnswer } from './answers.ts';
import type { CrmState, ForwardState } from './lead-state.ts';

/** What a lead says, by field name. */
export type LeadValues = Record<string, string | number>;

export interface LeadTable {
  id: string;
  /** `form`: a submission that the upstream gets too. `crm`: a record for the CRM alone. */
  door: 'form' | 'crm';
  form: LeadFormName;
  submission_id: string | null;
  /** Of the request that brought it, as in the log; null where none did. */
  request_id: Generated<string | null>;
  /** Over the values of the form alone, so that attribution may differ between two tries. */
  body_hash: string;
  /** In lower case; empty once erased. */
  email: string;
  values: JSONColumnType<LeadValues>;
  attribution: JSONColumnType<Attribution> | null;
  page_url: string;
  forward_state: ForwardState;
  forward_attempts: Generated<number>;
  /** When the next attempt to forward is due. */
  forward_due_at: Date | null;
  /** Lease of one forward attempt: another may take over from this time. */
  forward_busy_until: Date | null;
  crm_state: CrmState;
  crm_attempts: Generated<number>;
  crm_first_failed_at: Date | null;
  /** When the next attempt to deliver is due. */
  crm_due_at: Date | null;
  /** Lease of one delivery attempt. In no index, so that it is taken cheaply. */
  crm_busy_until: Date | null;
  crm_id: string | null;
  /** What the visitor was told, for the same submission again. */
  answer: JSONColumnType<LeadAnswer> | null;
  /** A code or a short text without personal data. */
  last_error: string | null;
  received_at: Generated<Date>;
  updated_at: Generated<Date>;
  delivered_at: Date | null;
  erased_at: Date | null;
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
  /** Null while the upload is under way. */
  lead_id: string | null;
  name: string;
  type: string;
  /** In bytes; while the upload is under way what it may come to. */
  size: Generated<number>;
  /** True where it came from a suspect and no lead owns it yet. */
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
  lead_events: LeadEventTable;
  lead_files: LeadFileTable;
  lead_file_chunks: LeadFileChunkTable;
}
