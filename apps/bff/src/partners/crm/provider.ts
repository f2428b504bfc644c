/**
 * Interface of a CRM. Each subfolder implements the interface for one product, and `main/services.ts` selects
 * the product. `session.ts`, the state shared by all replicas, does not depend on the product.
 */
import type { LeadSource } from '@meridian/contracts/leads/crm-record';
import type { CrmTrigger } from '@meridian/contracts/leads/form';

/** A lead for the CRM. The provider truncates long texts. */
export interface CrmLead {
  /** Our lead id, by which the CRM detects duplicates. */
  id: string;
  /** The training provider's name. */
  company: string;
  firstName: string;
  /** Never empty. */
  lastName: string;
  /**
   * Empty if the CRM refused the address, or if a spreadsheet would read it as a formula; then `note` has it.
   */
  email: string;
  phone: string;
  source: LeadSource;
  /** URL of the page with the form. */
  pageUrl: string;
  /** Only for forms with extra fields. */
  details?: { formName: string; pageName: string; socialLeadId: string; courseName: string };
  /** Text for which the CRM has no field. */
  note?: string;
  /** True if this person gets no marketing emails. */
  optedOut?: true;
}

/** Result of one record. */
export type CrmResult =
  /** `earlier`: an earlier call has already created the record, and the CRM keeps its values. */
  | { kind: 'delivered'; crmId: string | null; earlier: boolean }
  /** Permanent refusal. `error` is the code and the field, without personal data. */
  | { kind: 'refused'; error: string; field?: 'email' }
  | { kind: 'failed'; error: string };

/** Interface of a CRM provider. `leads/delivery/provider.test.ts` has a minimal implementation. */
export interface CrmProvider {
  /** Max records per call. */
  readonly maxRecords: number;
  /** Max concurrent calls per process. */
  readonly maxCalls: number;

  /**
   * Inserts records in one call.
   * @param triggers CRM workflows to run for each record
   * @returns one result per record, in order
   * @throws RemoteError if the whole call failed
   */
  insert(leads: readonly CrmLead[], triggers: readonly CrmTrigger[]): Promise<CrmResult[]>;

  /**
   * Marks delivered records, so that the person gets no marketing emails. Idempotent; a deleted record counts
   * as marked. Absent if the CRM has no such mark.
   * @param crmIds at most `maxRecords`
   * @throws RemoteError if any record could not be marked
   */
  optOut?(crmIds: readonly string[]): Promise<void>;

  /**
   * Deletes records. Idempotent; a deleted record counts as deleted. Absent if the CRM has no such call.
   * @param crmIds at most `maxRecords`
   * @throws RemoteError if any record could not be deleted; its `retry` is false if an operator has to delete
   * it
   */
  erase?(crmIds: readonly string[]): Promise<void>;

  /** Remaining seconds of a pause for all replicas; 0 if there is none. */
  pausedSeconds(): Promise<number>;
}
