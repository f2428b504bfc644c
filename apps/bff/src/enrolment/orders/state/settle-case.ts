import type { CaseSettled } from './order-events.ts';
import { type OrderFacts, payingPart, withPart } from './order-facts.ts';

function answered(facts: OrderFacts, disputeId: string): OrderFacts {
  for (const [paymentId, part] of Object.entries(facts.payments)) {
    const dispute = part.disputes[disputeId];
    if (dispute?.state !== 'open') continue;
    const disputes = { ...part.disputes, [disputeId]: { ...dispute, state: 'waiting' as const } };
    return withPart(facts, paymentId, { ...part, disputes });
  }
  return facts;
}

/** Settles one case. A statement that does not apply, or contradicts the money, returns the facts unchanged. */
export function caseSettled(facts: OrderFacts, event: CaseSettled): OrderFacts {
  const part = payingPart(facts);
  const isRefunded = part !== undefined && part.duePaise >= part.amountPaise;
  switch (event.statement) {
    case 'booked':
      return facts.booking === 'review' && !isRefunded ? { ...facts, booking: 'booked' } : facts;
    case 'not_booked':
      return facts.booking === 'review' && isRefunded ? { ...facts, booking: 'dropped' } : facts;
    case 'seats_stay':
      return facts.returnUndecided ? { ...facts, returnUndecided: false } : facts;
    case 'answered':
      return answered(facts, event.disputeId);
  }
}
