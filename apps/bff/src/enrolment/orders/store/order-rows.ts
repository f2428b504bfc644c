/** Writes the changes of an order's payments, refunds and disputes, each to its row. */
import type { Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Order } from '../order.ts';
import type { Posting } from '../state/ledger.ts';
import {
  keptPaise,
  owedPaise,
  type PaymentPart,
  type RefundPart,
  refundOf,
  undecidedPaise,
  unmatchedPaise,
} from '../state/order-facts.ts';

/** A payment as the payment provider reported it, stored beside its event. */
export interface SeenPayment {
  paymentId: string;
  status: string;
  amountPaise: number;
  currency: string;
}

/** Fields of a refund on which no decision depends. */
export interface RefundDetails {
  id: string;
  source: Schema['refunds']['source'];
  providerRefundId?: string;
  seats?: number;
  note?: string;
  reason?: string;
}

export interface DisputeDetails {
  id: string;
  paymentId: string;
  status: string;
  phase: string | null;
  amountPaise: number;
  respondBy: Date | null;
}

/** The payment already belongs to another order, so one of the two reports is wrong. */
export class PaymentBelongsElsewhereError extends Error {
  readonly code = 'payment_belongs_elsewhere';
  readonly retry = false;
  readonly paymentId: string;

  constructor(paymentId: string) {
    super(`payment ${paymentId} belongs to another order`);
    this.name = 'PaymentBelongsElsewhereError';
    this.paymentId = paymentId;
  }
}

async function savePayment(
  transaction: Transaction<Database>,
  order: Order,
  paymentId: string,
  part: PaymentPart,
  payment: SeenPayment | undefined,
): Promise<void> {
  const seen = payment?.paymentId === paymentId ? payment : undefined;
  const known = order.payments.find((one) => one.paymentId === paymentId);
  const values = {
    role: part.role,
    refund: refundOf(part),
    kept_paise: keptPaise(part),
    owed_paise: owedPaise(part),
    unmatched_paise: unmatchedPaise(part),
    undecided_paise: undecidedPaise(part),
    uncaptured: part.uncaptured,
    status: seen?.status ?? known?.status ?? 'unknown',
    amount_paise: part.amountPaise || (seen?.amountPaise ?? known?.amountPaise ?? 0),
    currency: seen?.currency ?? known?.currency ?? '',
    updated_at: databaseNow,
  };
  // The primary key guarantees that a payment belongs to one order.
  const saved = await transaction
    .insertInto('order_payments')
    .values({ ...values, payment_id: paymentId, order_id: order.id, seen_at: databaseNow })
    .onConflict((conflict) =>
      conflict.column('payment_id').doUpdateSet(values).where('order_payments.order_id', '=', order.id),
    )
    .returning('payment_id')
    .executeTakeFirst();
  if (!saved) throw new PaymentBelongsElsewhereError(paymentId);
}

async function saveRefund(
  transaction: Transaction<Database>,
  order: Order,
  paymentId: string,
  [id, part]: [string, RefundPart],
  refund: RefundDetails | undefined,
): Promise<void> {
  const details = refund?.id === id ? refund : undefined;
  const learnt = {
    state: part.state,
    updated_at: databaseNow,
    ...(details?.providerRefundId && { provider_refund_id: details.providerRefundId }),
    ...(details?.reason && { reason: details.reason.slice(0, 500) }),
  };
  await transaction
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      payment_id: paymentId,
      amount_paise: part.amountPaise,
      provider_refund_id: null,
      reason: null,
      source: details?.source ?? 'operator',
      created_at: databaseNow,
      seats: details?.seats ?? null,
      note: details?.note ?? null,
      ...learnt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(learnt))
    .execute();
}

async function saveDispute(
  transaction: Transaction<Database>,
  order: Order,
  part: PaymentPart,
  details: DisputeDetails,
): Promise<void> {
  const dispute = part.disputes[details.id];
  if (!dispute) return;
  const values = {
    state: dispute.state,
    status: details.status,
    phase: details.phase,
    updated_at: databaseNow,
    amount_paise: details.amountPaise,
    lost_paise: dispute.lostPaise,
    respond_by: details.respondBy,
  };
  await transaction
    .insertInto('disputes')
    .values({
      ...values,
      id: details.id,
      order_id: order.id,
      payment_id: details.paymentId,
      created_at: databaseNow,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Stores that the operator answered a dispute. The payment provider sends no report of an answer. */
async function saveDisputeStates(
  transaction: Transaction<Database>,
  before: PaymentPart | undefined,
  after: PaymentPart,
): Promise<void> {
  for (const [id, { state }] of Object.entries(after.disputes))
    if (before?.disputes[id] && before.disputes[id].state !== state)
      await transaction
        .updateTable('disputes')
        .set({ state, updated_at: databaseNow })
        .where('id', '=', id)
        .execute();
}

/**
 * @param before the stored payment; undefined for a new one
 * @throws PaymentBelongsElsewhereError if the payment belongs to another order; the caller must then roll
 * back
 */
export async function savePart(
  transaction: Transaction<Database>,
  order: Order,
  [paymentId, before, after]: [string, PaymentPart | undefined, PaymentPart],
  reported: { payment?: SeenPayment; refund?: RefundDetails; dispute?: DisputeDetails },
): Promise<void> {
  await savePayment(transaction, order, paymentId, after, reported.payment);
  for (const [id, part] of Object.entries(after.refunds))
    if (before?.refunds[id] !== part)
      await saveRefund(transaction, order, paymentId, [id, part], reported.refund);
  await saveDisputeStates(transaction, before, after);
  if (reported.dispute?.paymentId === paymentId)
    await saveDispute(transaction, order, after, reported.dispute);
}

/** Adds the entries of a change to the ledger. */
export async function savePostings(
  transaction: Transaction<Database>,
  order: Order,
  postings: readonly Posting[],
): Promise<void> {
  if (postings.length === 0) return;
  const sums = new Map<string, Posting>();
  // One entry for each pair of accounts and cause.
  for (const posting of postings) {
    const { paymentId, cause, debit, credit } = posting;
    const key = [paymentId, cause, debit, credit].join(' ');
    sums.set(key, { ...posting, paise: posting.paise + (sums.get(key)?.paise ?? 0) });
  }
  await transaction
    .insertInto('ledger_entries')
    .values(
      [...sums.values()].map(({ paymentId, debit, credit, paise, reason, cause }) => ({
        order_id: order.id,
        payment_id: paymentId,
        debit,
        credit,
        paise,
        reason,
        cause,
        step: order.version + 1,
      })),
    )
    .execute();
}

/** The states of a payment, from first to last. */
const statusOrder = ['created', 'failed', 'authorized', 'captured', 'refunded'];

/**
 * Stores a payment's status. Events arrive out of order, so an earlier status does not replace a later one.
 */
export async function recordStatus(transaction: Transaction<Database>, seen: SeenPayment): Promise<void> {
  const earlier = statusOrder.slice(0, Math.max(0, statusOrder.indexOf(seen.status)));
  await transaction
    .updateTable('order_payments')
    .set({ status: seen.status, updated_at: databaseNow })
    .where('payment_id', '=', seen.paymentId)
    .where('status', 'in', ['unknown', ...earlier])
    .execute();
}
