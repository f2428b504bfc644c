/**
 * The two sides of a lead: on its way to the upstream, and on its way to the CRM. Both move forward only; the
 * operator's events are the only ones that take a lead up again.
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
export type ForwardState = (typeof forwardStates)[number];

export const crmStates = ['waiting', 'pending', 'delivered', 'dead', 'none', 'withdrawn'] as const;
export type CrmState = (typeof crmStates)[number];

export interface LeadState {
  forward: ForwardState;
  crm: CrmState;
}

export type LeadEvent =
  /** The upstream answered status 1. */
  | 'upstream_saved'
  /** The upstream refused, and the visitor is told so. */
  | 'upstream_refused'
  /** The upstream refused after the visitor had been thanked. */
  | 'upstream_refused_late'
  /** The CRM has the record. */
  | 'crm_delivered'
  /** The CRM can never take the record as it is, or would not for a day. */
  | 'crm_gave_up'
  /** The operator lets a suspect through. */
  | 'released'
  /** The operator sends a dead letter again. */
  | 'resent'
  /** The person asked to be forgotten. */
  | 'withdrawn';

interface Transition {
  when: (state: LeadState) => boolean;
  to: (state: LeadState) => LeadState;
}

const transitions: Record<LeadEvent, Transition> = {
  upstream_saved: {
    // One that refused a lead too late is asked again: it may have had it all along, or take it now.
    when: ({ forward }) => forward === 'received' || forward === 'refused_late',
    to: ({ forward, crm }) => ({ forward: 'saved', crm: forward === 'received' ? 'pending' : crm }),
  },
  upstream_refused: {
    when: ({ forward }) => forward === 'received',
    to: () => ({ forward: 'refused', crm: 'none' }),
  },
  upstream_refused_late: {
    when: ({ forward }) => forward === 'received',
    to: () => ({ forward: 'refused_late', crm: 'pending' }),
  },
  crm_delivered: {
    when: ({ crm }) => crm === 'pending',
    to: ({ forward }) => ({ forward, crm: 'delivered' }),
  },
  crm_gave_up: {
    when: ({ crm }) => crm === 'pending',
    to: ({ forward }) => ({ forward, crm: 'dead' }),
  },
  released: {
    when: ({ forward }) => forward === 'quarantined',
    to: () => ({ forward: 'received', crm: 'waiting' }),
  },
  resent: {
    when: ({ crm }) => crm === 'dead',
    to: ({ forward }) => ({ forward, crm: 'pending' }),
  },
  withdrawn: {
    when: ({ forward, crm }) =>
      forward === 'received' || forward === 'quarantined' || crm === 'pending' || crm === 'dead',
    to: ({ forward, crm }) => ({
      forward: forward === 'received' || forward === 'quarantined' ? 'withdrawn' : forward,
      crm: crm === 'delivered' ? crm : 'withdrawn',
    }),
  },
};

/**
 * What an event makes of a lead.
 *
 * @returns the new state, or null where the event comes too late or too early and nothing changes
 */
export function nextState(state: LeadState, event: LeadEvent): LeadState | null {
  const transition = transitions[event];
  return transition.when(state) ? transition.to(state) : null;
}
