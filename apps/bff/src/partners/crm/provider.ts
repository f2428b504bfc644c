/**
 * Interface of a CRM. A subfolder implements it for one product; `services.ts` selects it. The state shared
 * by replicas (`session.ts`) is product-independent.
 */
import type { LeadSource } from '@meridian/contracts/leads/crm-record';
import type { CrmTrigger } from '@meridian/contracts/leads/form';

/** A lead for the CRM. The provider truncates long texts. */
export interface CrmLead {
  /** Our id, the deduplication key in the CRM. */
  id: string;
  /** The provider's name. */
  company: string;
  firstName: string;
  /** Required by the forms' schemas. */
  lastName: string;
  /** Empty if the CRM refused it. */
  email: string;
  phone: string;
  source: LeadSource;
  /** URL of the page with the form. */
  pageUrl: string;
  /** Only for forms with extra fields. */
  details?: { formName: string; pageName: string; socialLeadId: string; courseName: string };
  /** Text without a separate field. */
  note?: string;
  /** No marketing mails to this person. */
  optedOut?: true;
}

/** Result of one record. */
export type CrmResult =
  /** `earlier`: a duplicate of an earlier call, whose values the CRM keeps. */
  | { kind: 'delivered'; crmId: string | null; earlier: boolean }
  /** Permanent refusal. `error` holds code and field, no personal data. */
  | { kind: 'refused'; error: string; field?: 'email' }
  | { kind: 'failed'; error: string };

/** Contract of a CRM provider; `leads/delivery/provider.test.ts` has a minimal one. */
export interface CrmProvider {
  /** Max records per call. */
  readonly maxRecords: number;
  /** Max concurrent calls per process. */
  readonly maxCalls: number;

  /**
   * Inserts records in one call.
   * @param triggers CRM workflows to run for each record
   * @returns result per record, in order
   * @throws RemoteError if the whole call failed
   */
  insert(leads: readonly CrmLead[], triggers: readonly CrmTrigger[]): Promise<CrmResult[]>;

  /**
   * Marks delivered records: no marketing mails. Idempotent; a record that is gone counts as marked. Absent if the CRM
   * has no such mark.
   * @param crmIds at most `maxRecords`
   * @throws RemoteError if any could not be marked
   */
  optOut?(crmIds: readonly string[]): Promise<void>;

  /**
   * Deletes records. Idempotent; a record that is gone counts as deleted. Absent if the CRM has no such call.
   * @param crmIds at most `maxRecords`
   * @throws RemoteError if any could not be deleted; without `retry` if an operator has to do it
   */
  erase?(crmIds: readonly string[]): Promise<void>;

  /** Seconds left of a pause of all replicas; 0 without one. */
  pausedSeconds(): Promise<number>;
}
