/** The transition table of a lead. */
import type { CrmState, ForwardState } from './lead-facts.ts';

export const leadEvents = [
  /** The visitor got a confirmation before the upstream answered, for example for a duplicate request. */
  'thanked',
  'upstream_saved',
  'upstream_refused',
  /** This server handled the lead, which is not forwarded to the upstream. */
  'handled_here',
  /** The upstream did not answer; the visitor gets a confirmation. */
  'forward_failed',
  'crm_delivered',
  /** Permanent refusal, or retries exhausted. */
  'crm_gave_up',
  'crm_failed',
  /** No call was possible; not counted as an attempt. */
  'crm_paused',
  /** The operator releases a lead from quarantine, or a lead that was rejected by mistake. */
  'released',
  /** The operator decides that a lead in quarantine is spam. */
  'rejected',
  /** The operator retries a dead letter. */
  'resent',
  /** The operator retries the upstream. */
  'retry_requested',
  /** The operator corrected fields of the lead and resends it. */
  'edited',
  /** The person requested erasure. */
  'withdrawn',
  /** The retention period is over. */
  'erased',
  /** An attempt is overdue: a crash, or a lost job. */
  'forward_overdue',
  'delivery_overdue',
] as const;
export type LeadEvent = (typeof leadEvents)[number];

/** When the next attempt is due. `later`: after the back-off, or never if the retries are exhausted. */
export type Due = 'now' | 'later' | 'never';

export interface Rule {
  /** Required facts; omitted ones match anything. */
  when: {
    forward?: readonly ForwardState[];
    crm?: readonly CrmState[];
    thanked?: boolean;
    erased?: boolean;
    forwardDue?: boolean;
  };
  /** Changed facts; omitted ones stay. */
  to: {
    forward?: ForwardState;
    crm?: CrmState;
    thanked?: boolean;
    erased?: true;
    forwardDue?: Due;
    crmDue?: Due;
  };
}

/** Rules of each event; the first match applies, else nothing changes. */
export const leadRules: Readonly<Record<LeadEvent, readonly Rule[]>> = {
  thanked: [{ when: { forward: ['received'], thanked: false }, to: { thanked: true } }],
  upstream_saved: [
    {
      when: { forward: ['received'] },
      to: { forward: 'saved', thanked: true, forwardDue: 'never', crm: 'pending', crmDue: 'now' },
    },
    // A late refusal is retried: the upstream may already have the lead, or may accept it now.
    { when: { forward: ['refused_late'] }, to: { forward: 'saved', forwardDue: 'never' } },
    // An attempt was in flight at the withdrawal.
    { when: { forward: ['withdrawn'] }, to: { forward: 'saved', thanked: true, forwardDue: 'never' } },
  ],
  upstream_refused: [
    {
      when: { forward: ['received'], thanked: false },
      to: { forward: 'refused', forwardDue: 'never', crm: 'none' },
    },
    // Confirmed to the visitor, so the CRM still gets the lead.
    {
      when: { forward: ['received'] },
      to: { forward: 'refused_late', forwardDue: 'later', crm: 'pending', crmDue: 'now' },
    },
    { when: { forward: ['refused_late'], erased: false }, to: { forwardDue: 'later' } },
  ],
  handled_here: [
    {
      when: { forward: ['received'] },
      to: { forward: 'not_needed', thanked: true, forwardDue: 'never', crm: 'pending', crmDue: 'now' },
    },
    {
      when: { forward: ['refused_late'], erased: false },
      to: { forward: 'not_needed', forwardDue: 'never' },
    },
  ],
  forward_failed: [
    { when: { forward: ['received'] }, to: { thanked: true, forwardDue: 'later' } },
    { when: { forward: ['refused_late'], erased: false }, to: { forwardDue: 'later' } },
  ],
  // A call may have been in flight during a give-up or withdrawal.
  crm_delivered: [
    { when: { crm: ['pending', 'dead', 'withdrawn'] }, to: { crm: 'delivered', crmDue: 'never' } },
  ],
  crm_gave_up: [{ when: { crm: ['pending'] }, to: { crm: 'dead', crmDue: 'never' } }],
  crm_failed: [{ when: { crm: ['pending'] }, to: { crmDue: 'later' } }],
  crm_paused: [{ when: { crm: ['pending'] }, to: { crmDue: 'later' } }],
  released: [
    { when: { forward: ['quarantined'] }, to: { forward: 'received', forwardDue: 'now' } },
    {
      when: { forward: ['rejected'], erased: false },
      to: { forward: 'received', forwardDue: 'now', crm: 'waiting' },
    },
  ],
  rejected: [
    {
      when: { forward: ['quarantined'], erased: false },
      to: { forward: 'rejected', forwardDue: 'never', crm: 'none', crmDue: 'never' },
    },
  ],
  resent: [{ when: { crm: ['dead'], erased: false }, to: { crm: 'pending', crmDue: 'now' } }],
  retry_requested: [{ when: { forward: ['refused_late'], erased: false }, to: { forwardDue: 'now' } }],
  edited: [
    // The visitor saw the refusal, so the lead starts again.
    {
      when: { forward: ['refused'], erased: false },
      to: { forward: 'received', forwardDue: 'now', crm: 'waiting', thanked: false },
    },
    {
      when: { forward: ['refused_late'], crm: ['pending', 'dead'], erased: false },
      to: { forwardDue: 'now', crm: 'pending', crmDue: 'now' },
    },
    // The CRM keeps its record.
    { when: { forward: ['refused_late'], crm: ['delivered'], erased: false }, to: { forwardDue: 'now' } },
    { when: { crm: ['dead'], erased: false }, to: { crm: 'pending', crmDue: 'now' } },
  ],
  withdrawn: [
    {
      when: { forward: ['received', 'quarantined'], erased: false },
      to: { forward: 'withdrawn', crm: 'withdrawn', erased: true, forwardDue: 'never', crmDue: 'never' },
    },
    {
      when: { crm: ['pending', 'dead'], erased: false },
      to: { crm: 'withdrawn', erased: true, forwardDue: 'never', crmDue: 'never' },
    },
    { when: { erased: false }, to: { erased: true, forwardDue: 'never', crmDue: 'never' } },
  ],
  // Leads that need an operator are kept until they are resolved.
  erased: [
    { when: { crm: ['delivered'], erased: false }, to: { erased: true, forwardDue: 'never' } },
    { when: { forward: ['refused', 'rejected'], erased: false }, to: { erased: true } },
  ],
  forward_overdue: [
    { when: { forward: ['received'] }, to: { forwardDue: 'now' } },
    { when: { forward: ['refused_late'], forwardDue: true }, to: { forwardDue: 'now' } },
  ],
  delivery_overdue: [{ when: { crm: ['pending'] }, to: { crmDue: 'now' } }],
};
