/** What the provider tells of a dispute, by an event or when asked, as a change of its order. */
import type { ProviderDispute } from '../../payments/provider.ts';
import type { Change } from '../order/order-store.ts';

/** The payment that is disputed, as it was told beside it. */
export interface DisputedPayment {
  amountPaise: number;
  currency: string;
}

/** @returns null for what means nothing here */
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
      ...{ kind: 'dispute_seen', paymentId, paymentPaise: payment.amountPaise },
      ...{ currency: payment.currency, disputeId: id, phase, lostPaise },
    },
    dispute: { id, paymentId, status, phase: stage, amountPaise, respondBy },
    recordAs: `dispute_${dispute.reported}`,
  };
}
