import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { Selectable } from 'kysely';
import type { LeadAnswer } from '../answers.ts';
import type { LeadTable, LeadValues } from '../tables.ts';
import type { LeadFile } from '../uploads/lead-files.ts';

export type Lead = Selectable<LeadTable>;

/** What a delivery needs to know of a lead. */
export type PendingLead = Pick<
  Lead,
  'id' | 'door' | 'form' | 'request_id' | 'values' | 'attribution' | 'page_url' | 'crm_attempts'
> & {
  /** Since the first failure at the CRM; 0 where there was none. */
  crm_trying_seconds: number;
};

/** A submission on its way into the ledger. */
export interface NewLead {
  id: string;
  form: LeadFormName;
  /** Of the request that brought it, as in the log. */
  requestId?: string;
  submissionId?: string;
  bodyHash: string;
  /** In lower case. */
  email: string;
  values: LeadValues;
  attribution?: Attribution;
  pageUrl: string;
  /** Why it is not to be forwarded before the operator has seen it. */
  spamReason: string | null;
  file?: LeadFile;
}

/** A record for the CRM alone: its client has saved the lead elsewhere. */
export interface NewRecord {
  id: string;
  form: LeadFormName;
  requestId: string;
  bodyHash: string;
  /** In lower case. */
  email: string;
  values: LeadValues;
  pageUrl: string;
  /** What its client is told. */
  answer: LeadAnswer;
}

/** What became of an insert. */
export type Receipt =
  | { kind: 'received' }
  | { kind: 'quarantined'; answer: LeadAnswer }
  /** The submission id is in the ledger already. */
  | { kind: 'known' };

/** What a try to forward a lead came to. */
export type ForwardResult =
  | {
      id: string;
      kind: 'upstream_saved' | 'upstream_refused' | 'taken_here';
      answer: LeadAnswer;
      /** A visitor who was thanked before gets this answer when asking again: for downloads. */
      replaces: boolean;
      /** Who refused it, where that was not the upstream. */
      refuser?: string;
    }
  /** No answer: to be tried again. `attempts` counts this one. */
  | { id: string; kind: 'forward_failed'; attempts: number; error: string; answer: LeadAnswer };

/** What a try to deliver a lead came to. */
export type DeliveryResult =
  | {
      id: string;
      kind: 'crm_delivered';
      crmId: string | null;
      /** The CRM had it from an earlier try; it kept what that one said. */
      earlier: boolean;
      /** What the operator has to know all the same. */
      error?: string;
    }
  | { id: string; kind: 'crm_gave_up'; error: string }
  | { id: string; kind: 'crm_failed'; error: string; delay: number }
  /** Not its own fault: the try does not count. */
  | { id: string; kind: 'crm_paused'; error: string; delay: number };
