/**
 * The life of a lead as one table of rules: what each event makes of it. The upstream's and the CRM's answers,
 * the visitor, the operator and the clock all feed it, in any order and any number of times. The statements that
 * write leads take their cases from this table (`store/transition-sql.ts`).
 *
 * What is known only grows: a lead that the upstream or the CRM has stays one that it has.
 */
export const forwardStates = [
  'received',
  'saved',
  'refused',
  'refused_late',
  'quarantined',
  'not_needed',
  'withdrawn',
] as const;
/** The side of the upstream. `refused_late`: it refused what the visitor had been thanked for. */
export type ForwardState = (typeof forwardStates)[number];

export const crmStates = ['waiting', 'pending', 'delivered', 'dead', 'none', 'withdrawn'] as const;
/** The side of the CRM. */
export type CrmState = (typeof crmStates)[number];

/** All that a lead's way depends on. */
export interface LeadFacts {
  forward: ForwardState;
  crm: CrmState;
  /** The visitor was answered with success. */
  thanked: boolean;
  /** Nothing of the person is kept. */
  erased: boolean;
  /** A next try is planned, at the upstream and at the CRM. */
  forwardDue: boolean;
  crmDue: boolean;
}

/** How leads come to be. A client that saved its lead elsewhere brings a record for the CRM alone. */
export const arrivals = {
  form: { forward: 'received', crm: 'waiting' },
  suspect: { forward: 'quarantined', crm: 'waiting' },
  record: { forward: 'not_needed', crm: 'pending' },
} as const satisfies Record<string, Pick<LeadFacts, 'forward' | 'crm'>>;

export const leadEvents = [
  /** The visitor asked again while the first try was under way, and is thanked. */
  'thanked',
  'upstream_saved',
  'upstream_refused',
  /** Kept for ourselves: the upstream is not told of such leads. */
  'taken_here',
  /** No answer of the upstream; the visitor is thanked. */
  'forward_failed',
  /** The CRM has the record. */
  'crm_delivered',
  /** The CRM can never take the record as it is, or would not for a day. */
  'crm_gave_up',
  'crm_failed',
  /** No call was possible; the try does not count. */
  'crm_paused',
  /** The operator lets a suspect through. */
  'released',
  /** The operator sends a dead letter again. */
  'resent',
  /** The operator has the upstream asked again. */
  'asked_again',
  /** The operator mended its fields, and sends it again. */
  'edited',
  /** The person asked to be forgotten. */
  'withdrawn',
  /** The retention time is over. */
  'erased',
  /** A try is overdue: its process died, or its job was lost. */
  'forward_overdue',
  'delivery_overdue',
] as const;
export type LeadEvent = (typeof leadEvents)[number];

/** When the next try is. `later`: by the back-off, or not at all where that has come to its end. */
export type Due = 'now' | 'later' | 'never';

export interface Rule {
  /** Facts that have to hold; one that is not named may be anything. */
  when: {
    forward?: readonly ForwardState[];
    crm?: readonly CrmState[];
    thanked?: boolean;
    erased?: boolean;
    forwardDue?: boolean;
  };
  /** What changes; the rest stays as it is. */
  to: {
    forward?: ForwardState;
    crm?: CrmState;
    thanked?: boolean;
    erased?: true;
    forwardDue?: Due;
    crmDue?: Due;
  };
}

/** For each event its rules, of which the first that fits holds. Where none fits nothing changes. */
export const leadRules: Readonly<Record<LeadEvent, readonly Rule[]>> = {
  thanked: [{ when: { forward: ['received'], thanked: false }, to: { thanked: true } }],
  upstream_saved: [
    {
      when: { forward: ['received'] },
      to: { forward: 'saved', thanked: true, forwardDue: 'never', crm: 'pending', crmDue: 'now' },
    },
    // One that refused a lead too late is asked again: it may have had it all along, or take it now.
    { when: { forward: ['refused_late'] }, to: { forward: 'saved', forwardDue: 'never' } },
    // A try was under way when the person withdrew it.
    { when: { forward: ['withdrawn'] }, to: { forward: 'saved', thanked: true, forwardDue: 'never' } },
  ],
  upstream_refused: [
    {
      when: { forward: ['received'], thanked: false },
      to: { forward: 'refused', forwardDue: 'never', crm: 'none' },
    },
    // Thanks are not taken back: the CRM gets it all the same.
    {
      when: { forward: ['received'] },
      to: { forward: 'refused_late', forwardDue: 'later', crm: 'pending', crmDue: 'now' },
    },
    { when: { forward: ['refused_late'], erased: false }, to: { forwardDue: 'later' } },
  ],
  taken_here: [
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
  // A call may have been under way while another gave the lead up, or while its person withdrew it.
  crm_delivered: [
    { when: { crm: ['pending', 'dead', 'withdrawn'] }, to: { crm: 'delivered', crmDue: 'never' } },
  ],
  crm_gave_up: [{ when: { crm: ['pending'] }, to: { crm: 'dead', crmDue: 'never' } }],
  crm_failed: [{ when: { crm: ['pending'] }, to: { crmDue: 'later' } }],
  crm_paused: [{ when: { crm: ['pending'] }, to: { crmDue: 'later' } }],
  released: [{ when: { forward: ['quarantined'] }, to: { forward: 'received', forwardDue: 'now' } }],
  resent: [{ when: { crm: ['dead'], erased: false }, to: { crm: 'pending', crmDue: 'now' } }],
  asked_again: [{ when: { forward: ['refused_late'], erased: false }, to: { forwardDue: 'now' } }],
  edited: [
    // Its visitor knows that it was refused: it begins anew.
    {
      when: { forward: ['refused'], erased: false },
      to: { forward: 'received', forwardDue: 'now', crm: 'waiting', thanked: false },
    },
    {
      when: { forward: ['refused_late'], crm: ['pending', 'dead'], erased: false },
      to: { forwardDue: 'now', crm: 'pending', crmDue: 'now' },
    },
    // The CRM keeps what it has.
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
  // What waits for the operator is kept until it is settled.
  erased: [
    { when: { crm: ['delivered'], erased: false }, to: { erased: true, forwardDue: 'never' } },
    { when: { forward: ['refused'], erased: false }, to: { erased: true } },
  ],
  forward_overdue: [
    { when: { forward: ['received'] }, to: { forwardDue: 'now' } },
    { when: { forward: ['refused_late'], forwardDue: true }, to: { forwardDue: 'now' } },
  ],
  delivery_overdue: [{ when: { crm: ['pending'] }, to: { crmDue: 'now' } }],
};

function fits(facts: LeadFacts, when: Rule['when']): boolean {
  return (
    (when.forward?.includes(facts.forward) ?? true) &&
    (when.crm?.includes(facts.crm) ?? true) &&
    (when.thanked ?? facts.thanked) === facts.thanked &&
    (when.erased ?? facts.erased) === facts.erased &&
    (when.forwardDue ?? facts.forwardDue) === facts.forwardDue
  );
}

function isDue(due: Due | undefined, before: boolean, triesLeft: boolean): boolean {
  if (due === undefined) return before;
  return due === 'now' || (due === 'later' && triesLeft);
}

/**
 * What an event makes of a lead.
 *
 * @param triesLeft whether the back-off has a next try
 * @returns the facts then, or null where the event comes too late or too early and nothing changes
 */
export function transition(facts: LeadFacts, event: LeadEvent, triesLeft = true): LeadFacts | null {
  const rule = leadRules[event].find(({ when }) => fits(facts, when));
  if (!rule) return null;
  const { forwardDue, crmDue, ...changes } = rule.to;
  return {
    ...facts,
    ...changes,
    forwardDue: isDue(forwardDue, facts.forwardDue, triesLeft),
    crmDue: isDue(crmDue, facts.crmDue, triesLeft),
  };
}

/** True where a try at the upstream may be made. */
export function mayForward({ forward, erased }: LeadFacts): boolean {
  return !erased && (forward === 'received' || forward === 'refused_late');
}

/** True where a try at the CRM may be made. */
export function mayDeliver({ crm }: LeadFacts): boolean {
  return crm === 'pending';
}

/**
 * True where a lead that was answered with success is on its way, at its end by the rules, or before the
 * operator's eyes.
 */
export function isAccountedFor({ forward, crm, forwardDue, crmDue }: LeadFacts): boolean {
  if (crm === 'delivered' || crm === 'dead' || crm === 'withdrawn') return true;
  if (forward === 'quarantined' || forward === 'withdrawn') return true;
  if (forward === 'received') return crm === 'waiting' && forwardDue;
  return forward !== 'refused' && crm === 'pending' && crmDue;
}
