import type { ProviderDispute } from '../provider.ts';

/** Razorpay's dispute; times in Unix seconds. */
interface DisputeEntity {
  id: string;
  amount: number;
  amount_deducted?: number | null | undefined;
  status?: string | null | undefined;
  phase?: string | null | undefined;
  respond_by?: number | null | undefined;
}

/** Phase by the suffix of the event name or by the dispute's status. */
const phases = new Map<string, ProviderDispute['phase']>([
  ['created', 'opened'],
  ['open', 'opened'],
  ['action_required', 'action'],
  ['under_review', 'waiting'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['closed', 'closed'],
]);

/** @param reported suffix of the event name, or the dispute's status */
export function disputeOf(dispute: DisputeEntity, paymentId: string, reported: string): ProviderDispute {
  const phase = phases.get(reported) ?? null;
  const { id, amount, amount_deducted: deducted, status, phase: stage, respond_by: respondBy } = dispute;
  return {
    id,
    paymentId,
    amountPaise: amount,
    phase,
    reported,
    lostPaise: phase === 'lost' ? deducted || amount : 0,
    status: status ?? reported,
    stage: stage ?? null,
    respondBy: respondBy ? new Date(respondBy * 1_000) : null,
  };
}
