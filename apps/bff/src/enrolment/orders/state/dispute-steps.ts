/** Applies disputes to an order. Money that the bank takes back is returned without our decision. */
import type { DisputeSeen } from './order-events.ts';
import { type DisputePart, type OrderFacts, unmatchedPaise, withPart } from './order-facts.ts';
import { dropIfAllReturned, offset, post, withReportedPayment } from './payment-steps.ts';

function disputeAfter(before: DisputePart | undefined, event: DisputeSeen): DisputePart | undefined {
  if (before?.state === 'over') return before;
  switch (event.phase) {
    case 'opened':
      return before ?? { state: 'open', lostPaise: 0 };
    case 'action':
      return before?.state === 'open' ? before : { state: 'open', lostPaise: 0 };
    case 'waiting':
      return before?.state === 'waiting' ? before : { state: 'waiting', lostPaise: 0 };
    case 'lost':
      return { state: 'over', lostPaise: event.lostPaise };
    default:
      return { state: 'over', lostPaise: 0 };
  }
}

/**
 * Posts money that the bank took back. The amount is offset against unmatched and owed amounts. The rest
 * waits for a decision.
 */
function lost(facts: OrderFacts, paymentId: string, lostPaise: number, cause: string): OrderFacts {
  const entry = { paymentId, reason: 'dispute', cause } as const;
  const part = facts.payments[paymentId];
  if (!part) return facts;
  const [settled] = post(facts, lostPaise, unmatchedPaise(part), {
    ...entry,
    debit: 'unmatched',
    credit: 'disputed',
  });
  return dropIfAllReturned(offset(settled, paymentId, cause), paymentId, cause);
}

export function disputeSeen(facts: OrderFacts, event: DisputeSeen): OrderFacts {
  const { paymentId, disputeId } = event;
  const base = withReportedPayment(facts, event, false, false);
  const part = base.payments[paymentId];
  if (!part) return facts;
  const dispute = disputeAfter(part.disputes[disputeId], event);
  if (!dispute || dispute === part.disputes[disputeId]) return facts;
  const next = withPart(base, paymentId, { ...part, disputes: { ...part.disputes, [disputeId]: dispute } });
  return dispute.lostPaise === 0 || part.uncaptured
    ? next
    : lost(next, paymentId, dispute.lostPaise, `dispute:${disputeId}`);
}
