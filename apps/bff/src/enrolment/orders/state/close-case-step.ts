import type { CaseClosed, ReturnReason } from './order-events.ts';
import {
  creditedPaise,
  keptPaise,
  type OrderFacts,
  payingPart,
  undecidedOf,
  withPart,
  withPosting,
} from './order-facts.ts';

function answered(facts: OrderFacts, disputeId: string): OrderFacts {
  for (const [paymentId, part] of Object.entries(facts.payments)) {
    const dispute = part.disputes[disputeId];
    if (dispute?.state !== 'open') continue;
    const disputes = { ...part.disputes, [disputeId]: { ...dispute, state: 'waiting' as const } };
    return withPart(facts, paymentId, { ...part, disputes });
  }
  return facts;
}

/**
 * Posts the money that was returned without a decision as a price reduction, goodwill or bad debt. The seats
 * stay. A price is reduced at most to 0, and only a lost dispute can be for a supplied service. The rest is
 * goodwill.
 */
function returnDecided(facts: OrderFacts, as: ReturnReason): OrderFacts {
  let next = facts;
  for (const [paymentId, part] of Object.entries(facts.payments)) {
    let reducible =
      as === 'price_reduction' && part.role === 'pays' ? part.amountPaise - creditedPaise(part) : 0;
    for (const account of ['undecided', 'disputed'] as const) {
      const paise = undecidedOf(part, account);
      const entry = { paymentId, credit: account, cause: 'event:return_decided' } as const;
      if (as === 'service_supplied' && account === 'disputed') {
        next = withPosting(next, { ...entry, debit: 'bad_debt', reason: as, paise });
        continue;
      }
      const reduced = Math.min(paise, reducible);
      reducible -= reduced;
      next = withPosting(next, { ...entry, debit: 'customer', reason: 'price_reduction', paise: reduced });
      next = withPosting(next, { ...entry, debit: 'goodwill', reason: 'goodwill', paise: paise - reduced });
    }
  }
  return next;
}

/**
 * Applies the statement that closes a case. A statement that does not apply, or contradicts the money,
 * returns the facts unchanged.
 */
export function caseClosed(facts: OrderFacts, event: CaseClosed): OrderFacts {
  const part = payingPart(facts);
  const isRefunded = part !== undefined && keptPaise(part) <= 0;
  switch (event.statement) {
    case 'booked':
      return facts.booking === 'review' && !isRefunded ? { ...facts, booking: 'booked' } : facts;
    case 'not_booked':
      return facts.booking === 'review' && isRefunded ? { ...facts, booking: 'dropped' } : facts;
    case 'price_reduction':
    case 'goodwill':
    case 'service_supplied':
      return returnDecided(facts, event.statement);
    case 'answered':
      return answered(facts, event.disputeId);
  }
}
