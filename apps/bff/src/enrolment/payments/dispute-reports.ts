/** Maps the payment provider's disputes, from events or queries, to changes of their order. */
import type { ProviderDispute } from '../../partners/payments/provider.ts';
import type { Change } from '../orders/store/order-change.ts';

/** The disputed payment, as reported with the dispute. */
export interface DisputedPayment {
  amountPaise: number;
  currency: string;
}

/** @returns the change of the order; null for a report without effect */
export function disputeChange(
  dispute: ProviderDispute,
  payment: DisputedPayment,
  source: Change['source'],
): Change | null {
  const { id, paymentId, amountPaise, phase, lostPaise, status, stage, respondBy } = dispute;
  if (phase === null) return null;
  return {
    source,
    event: {
      kind: 'dispute_seen',
      paymentId,
      paymentPaise: payment.amountPaise,
      currency: payment.currency,
      disputeId: id,
      phase,
      lostPaise,
    },
    dispute: { id, paymentId, status, phase: stage, amountPaise, respondBy },
    recordAs: `dispute_${dispute.reported}`,
  };
}
