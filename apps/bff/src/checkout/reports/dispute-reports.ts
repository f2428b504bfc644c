/** What Razorpay tells of a dispute, by an event or when asked, as a change of its order. */
import type { DisputeSeen } from '../order/order-events.ts';
import type { Change } from '../order/order-store.ts';

/** The payment that is disputed, as it was told beside it. */
export interface DisputedPayment {
  id: string;
  amountPaise: number;
  currency: string;
}

export interface ToldDispute {
  id: string;
  amount: number;
  amount_deducted?: number | null | undefined;
  status?: string | null | undefined;
  phase?: string | null | undefined;
  /** Seconds since 1970. */
  respond_by?: number | null | undefined;
}

/** The ends of the events' names, and the states of the entity. */
const phases = new Map<string, DisputeSeen['phase']>([
  ['created', 'opened'],
  ['open', 'opened'],
  ['action_required', 'action'],
  ['under_review', 'waiting'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['closed', 'closed'],
]);

/**
 * @param told what happened: the end of the event's name, or the dispute's state
 * @returns null for what means nothing here
 */
export function disputeChange(
  told: string,
  dispute: ToldDispute,
  payment: DisputedPayment,
  source: Change['source'],
): Change | null {
  const phase = phases.get(told);
  if (phase === undefined) return null;
  return {
    source,
    event: {
      kind: 'dispute_seen',
      paymentId: payment.id,
      paymentPaise: payment.amountPaise,
      currency: payment.currency,
      disputeId: dispute.id,
      phase,
      lostPaise: phase === 'lost' ? dispute.amount_deducted || dispute.amount : 0,
    },
    dispute: {
      id: dispute.id,
      paymentId: payment.id,
      status: dispute.status ?? told,
      phase: dispute.phase ?? null,
      amountPaise: dispute.amount,
      respondBy: dispute.respond_by ? new Date(dispute.respond_by * 1_000) : null,
    },
    recordAs: `dispute_${told}`,
  };
}
