import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { Marketing } from '@meridian/contracts/leads/marketing';
import type { LeadFile } from '../uploads/lead-files.ts';
import type { LeadAnswer } from './answers.ts';
import type { LeadValues, StoredLead } from './store/tables.ts';

/** The stored columns that a delivery reads. */
export type PendingLead = Pick<
  StoredLead,
  'id' | 'endpoint' | 'form' | 'request_id' | 'values' | 'attribution' | 'page_url' | 'crm_attempts'
> & {
  /** Seconds since the first CRM failure; 0 if no attempt has failed. */
  crm_trying_seconds: number;
  /** True if the address has opted out of marketing emails; sent to the CRM. */
  opted_out: boolean;
};

/** A submission to insert. */
export interface NewLead {
  id: string;
  form: LeadFormName;
  /** Id of the request that sent the lead, as in the log. */
  requestId?: string;
  submissionId?: string;
  bodyHash: string;
  /** Email address in lower case. */
  email: string;
  values: LeadValues;
  attribution?: Attribution;
  /** Consent to marketing. */
  marketing?: Marketing;
  pageUrl: string;
  /** Reason for quarantine, or null. */
  spamReason: string | null;
  /** `senderKey` of the visitor. */
  sentFrom?: string;
  file?: LeadFile;
}

/** A CRM-only record: its client has saved the lead elsewhere. */
export interface NewRecord {
  id: string;
  form: LeadFormName;
  requestId: string;
  bodyHash: string;
  /** Email address in lower case. */
  email: string;
  values: LeadValues;
  pageUrl: string;
  /** Reason for quarantine, or null. */
  spamReason: string | null;
  /** `senderKey` of the client. */
  sentFrom: string;
  /** Answer to the client. */
  answer: LeadAnswer;
}

/** Result of an insert. */
export type Receipt =
  | { kind: 'received' }
  | { kind: 'quarantined'; answer: LeadAnswer }
  /** The submission id exists already. */
  | { kind: 'known' };

/** Result of a forward attempt. */
export type ForwardResult =
  | {
      id: string;
      kind: 'upstream_saved' | 'upstream_refused' | 'handled_here';
      answer: LeadAnswer;
      /** Replaces the stored thanks, for downloads. */
      replaces: boolean;
      /** Name of the system that refused the lead, if not the upstream. */
      refuser?: string;
    }
  /** No answer: to be retried. `attempts` includes this attempt. */
  | { id: string; kind: 'forward_failed'; attempts: number; error: string; answer: LeadAnswer };

/** Result of a delivery attempt. */
export type DeliveryResult =
  | {
      id: string;
      kind: 'crm_delivered';
      crmId: string | null;
      /** True if the CRM already had the record from an earlier attempt, whose values it keeps. */
      earlier: boolean;
      /** Note for the operator. */
      error?: string;
    }
  | { id: string; kind: 'crm_gave_up'; error: string }
  | { id: string; kind: 'crm_failed'; error: string; delay: number }
  /** Not the lead's fault; not counted as an attempt. */
  | { id: string; kind: 'crm_paused'; error: string; delay: number };
