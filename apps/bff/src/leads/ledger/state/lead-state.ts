/**
 * State machine of a lead: one transition table (`lead-rules.ts`). Events come from upstream, CRM, visitor,
 * operator and clock, in any order and repeatedly. The SQL statements derive their `case` expressions from it
 * (`store/transition-sql.ts`). `saved` and `delivered` are final: a transition never forgets that a system
 * has the lead.
 */
import type { LeadFacts } from './lead-facts.ts';
import { type Due, type LeadEvent, leadRules, type Rule } from './lead-rules.ts';

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
 * Applies an event.
 * @param triesLeft whether the back-off allows another attempt
 * @returns the new facts, or null if the event does not apply
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

/** True if a forward attempt is allowed. */
export function mayForward({ forward, erased }: LeadFacts): boolean {
  return !erased && (forward === 'received' || forward === 'refused_late');
}

/** True if a delivery attempt is allowed. */
export function mayDeliver({ crm }: LeadFacts): boolean {
  return crm === 'pending';
}

/** True if a lead answered with success is in progress, in a final state, or on the operator's list. */
export function isAccountedFor({ forward, crm, forwardDue, crmDue }: LeadFacts): boolean {
  if (crm === 'delivered' || crm === 'dead' || crm === 'withdrawn') return true;
  if (forward === 'quarantined' || forward === 'rejected' || forward === 'withdrawn') return true;
  if (forward === 'received') return crm === 'waiting' && forwardDue;
  return forward !== 'refused' && crm === 'pending' && crmDue;
}
