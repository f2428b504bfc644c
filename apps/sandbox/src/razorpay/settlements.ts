/**
 * Settlements: captured payments less fees, refunds and disputes. Razorpay pays them to the bank account in
 * one sum.
 */
import { nowSeconds, randomBase62 } from '../identifiers.ts';
import type { SettlementEntry } from './entities.ts';
import { RazorpayError } from './errors.ts';
import type { RazorpayStore } from './store.ts';

type Movement = Pick<SettlementEntry, 'entity_id' | 'type' | 'debit' | 'credit' | 'amount' | 'created_at'> &
  Partial<Pick<SettlementEntry, 'fee' | 'tax' | 'payment_id' | 'dispute_id' | 'description'>>;

/**
 * @returns all movements of the balance: captured payments, then processed refunds, then disputes, each in
 *   order of creation
 */
function movements(store: RazorpayStore): Movement[] {
  const captured = [...store.payments.values()].map(({ payment }) => payment).filter((one) => one.captured);
  const payments = captured.map(({ id, amount, fee, tax, created_at }): Movement => {
    const feePaise = fee ?? 0;
    return {
      entity_id: id,
      type: 'payment',
      debit: 0,
      credit: amount - feePaise,
      amount,
      fee: feePaise,
      tax: tax ?? 0,
      created_at,
    };
  });
  const isCaptured = (paymentId: string) => store.payment(paymentId).payment.captured;
  const refunds = [...store.refunds.values()]
    .filter(({ status, payment_id }) => status === 'processed' && isCaptured(payment_id))
    .map(({ id, amount, payment_id, created_at }): Movement => {
      return { entity_id: id, type: 'refund', debit: amount, credit: 0, amount, payment_id, created_at };
    });
  // Razorpay deducts a dispute when it is opened, but sets `amount_deducted` only when the dispute is lost.
  // The amount is credited back when the dispute is won or closed.
  const disputes = [...store.disputes.values()].flatMap(({ id, amount, payment_id, created_at, status }) => {
    const entry = { type: 'adjustment' as const, amount, payment_id, dispute_id: id, created_at };
    const deduction: Movement = {
      ...entry,
      entity_id: id.replace('disp_', 'adj_'),
      debit: amount,
      credit: 0,
      description: 'Debit for a dispute',
    };
    const reversal: Movement = {
      ...entry,
      entity_id: id.replace('disp_', 'adj_r'),
      debit: 0,
      credit: amount,
      description: 'Credit for a dispute',
    };
    return status === 'won' || status === 'closed' ? [deduction, reversal] : [deduction];
  });
  return [...payments, ...refunds, ...disputes];
}

function orderOf(store: RazorpayStore, { entity_id, payment_id }: Movement) {
  const paymentId = payment_id ?? entity_id;
  const { payment } = store.payment(paymentId);
  return { payment, order: store.order(payment.order_id).order };
}

/**
 * Settles all movements that are not settled yet, in one sum.
 * @param options `settled_at` in Unix seconds (default: now); `except`: ids that stay on hold
 * @throws RazorpayError if there is nothing to settle
 */
export function settle(
  store: RazorpayStore,
  { settled_at = nowSeconds(), except = [] }: { settled_at?: number | undefined; except?: string[] },
): { id: string; utr: string; amount: number; entries: number } {
  const settled = new Set(store.settled.map(({ entity_id }) => entity_id));
  const open = movements(store).filter(
    ({ entity_id }) => !settled.has(entity_id) && !except.includes(entity_id),
  );
  if (open.length === 0) throw new RazorpayError('There is nothing to settle');
  const id = `setl_${randomBase62(14)}`;
  const utr = `${settled_at}${randomBase62(6).toLowerCase()}`;
  for (const movement of open) {
    const { payment, order } = orderOf(store, movement);
    store.settled.push({
      currency: 'INR',
      fee: 0,
      tax: 0,
      on_hold: false,
      settled: true,
      payment_id: null,
      dispute_id: null,
      posted_at: null,
      credit_type: 'default',
      description: null,
      notes: '{}',
      ...movement,
      settled_at,
      settlement_id: id,
      settlement_utr: utr,
      order_id: order.id,
      order_receipt: order.receipt,
      method: payment.method,
      card_network: 'Visa',
      card_issuer: 'HDFC',
      card_type: 'credit',
    });
  }
  const amount = open.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  return { id, utr, amount, entries: open.length };
}
