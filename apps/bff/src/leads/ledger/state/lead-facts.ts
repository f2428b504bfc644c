/** Facts of a lead: its state at the upstream and at the CRM. */
export const forwardStates = [
  'received',
  'saved',
  'refused',
  'refused_late',
  'quarantined',
  'rejected',
  'not_needed',
  'withdrawn',
] as const;
/**
 * State at the upstream. `refused_late`: refused after the lead was confirmed to the visitor. `rejected`:
 * spam, by an operator's decision.
 */
export type ForwardState = (typeof forwardStates)[number];

export const crmStates = ['waiting', 'pending', 'delivered', 'dead', 'none', 'withdrawn'] as const;
/** State at the CRM. */
export type CrmState = (typeof crmStates)[number];

/** Inputs of a transition. */
export interface LeadFacts {
  forward: ForwardState;
  crm: CrmState;
  /** The visitor was answered with success. */
  thanked: boolean;
  /** Personal data is erased. */
  erased: boolean;
  /** An attempt is scheduled: `forwardDue` at the upstream, `crmDue` at the CRM. */
  forwardDue: boolean;
  crmDue: boolean;
}

/** Initial states. The Zoho routes insert records for the CRM only. */
export const arrivals = {
  form: { forward: 'received', crm: 'waiting' },
  suspect: { forward: 'quarantined', crm: 'waiting' },
  record: { forward: 'not_needed', crm: 'pending' },
} as const satisfies Record<string, Pick<LeadFacts, 'forward' | 'crm'>>;
