import type { ProviderDispute } from '../provider.ts';

/** A dispute as Razorpay has it; times in seconds since 1970. */
interface DisputeEntity {
  id: string;
  amount: number;
  amount_deducted?: number | null | undefined;
  status?: string | null | undefined;
  phase?: string | null | undefined;
  respond_by?: number | null | undefined;
}

/** The ends of the events' names, and the states of the entity. */
const phases = new Map<string, ProviderDispute['phase']>([
  ['created', 'opened'],
  ['open', 'opened'],
  ['action_required', 'action'],
  ['under_review', 'waiting'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['closed', 'closed'],
]);

/** @param reported what happened: the end of the event's name, or the dispute's state */
export function disputeOf(dispute: DisputeEntity, paymentId: string, reported: string): ProviderDispute {
  const phase = phases.get(reported) ?? null;
  const { id, amount, amount_deducted: deducted, status, phase: stage, respond_by: respondBy } = dispute;
  return {
    ...{ id, paymentId, amountPaise: amount, phase, reported },
    lostPaise: phase === 'lost' ? deducted || amount : 0,
    status: status ?? reported,
    stage: stage ?? null,
    respondBy: respondBy ? new Date(respondBy * 1_000) : null,
  };
}
