/**
 * What leads need of a CRM. A folder beside this file implements it for one product and translates into that one's
 * terms; `services.ts` chooses it. What replicas share about it (`session.ts`) is of no product.
 */
import type { LeadSource } from '@meridian/contracts/leads/crm-record';
import type { CrmTrigger } from '@meridian/contracts/leads/form';

/** A person's enquiry, as the CRM is to have it. Texts may be longer than a CRM takes. */
export interface CrmLead {
  /** Ours. Of several records with one id a CRM keeps the first. */
  id: string;
  /** The provider's own name. */
  company: string;
  firstName: string;
  /** Never empty where the form's own rules held. */
  lastName: string;
  /** Empty where the CRM has refused it. */
  email: string;
  phone: string;
  source: LeadSource;
  /** The page that held the form. */
  pageUrl: string;
  /** Of forms that say more about themselves. */
  details?: { formName: string; pageName: string; socialLeadId: string; courseName: string };
  /** What found no place in the other fields. */
  note?: string;
}

/** What became of one record. */
export type CrmResult =
  /** `earlier`: the CRM had it from an earlier call, and keeps what that one said. */
  | { kind: 'delivered'; crmId: string | null; earlier: boolean }
  /** The CRM never takes it as it is. `error` holds code and field, nothing of the person. */
  | { kind: 'refused'; error: string; field?: 'email' }
  | { kind: 'failed'; error: string };

/** The contract of a CRM's folder; `leads/delivery/provider.test.ts` shows the least that it has to do. */
export interface CrmProvider {
  /** Records of one call, at most. */
  readonly maxRecords: number;
  /** Calls of one process that the CRM takes at once. */
  readonly maxCalls: number;

  /**
   * Makes records in one call.
   *
   * @param triggers what the CRM does with each of them by itself
   * @returns the result of each record, in their order
   * @throws RemoteError when the call as a whole came to nothing
   */
  insert(leads: readonly CrmLead[], triggers: readonly CrmTrigger[]): Promise<CrmResult[]>;

  /** Seconds for which no call of any replica is wanted; 0 where nothing holds them. */
  pausedSeconds(): Promise<number>;
}
