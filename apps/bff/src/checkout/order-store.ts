/** Changes orders: under a row lock, in one transaction with whatever has to follow. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { factsOf, type Order } from './order.ts';
import { findOrder, lockOrder } from './order-queries.ts';
import { type OrderEvent, payingPayment, type Transition, transition } from './order-state.ts';
import type { EventSource } from './tables.ts';

/** A payment as Razorpay told it, to be kept beside the event that it caused. */
export interface SeenPayment {
  paymentId: string;
  status: string;
  amountPaise: number;
  currency: string;
}

export interface Change {
  event: OrderEvent;
  source: EventSource;
  payment?: SeenPayment;
  /** Why, in words for the operator; never personal data. */
  note?: string;
  /** Until then nobody else should book: the caller is about to. */
  startAfterSeconds?: number;
}

async function savePayment(
  transaction: Transaction<Database>,
  order: Order,
  part: { paymentId: string; role: 'tried' | 'pays' | 'stray'; refund: 'none' | 'due' | 'done' },
  change: Change,
  now: Date,
): Promise<void> {
  const seen = change.payment?.paymentId === part.paymentId ? change.payment : undefined;
  const known = order.payments.find(({ paymentId }) => paymentId === part.paymentId);
  const failed = change.event.kind === 'refund_failed' && change.event.paymentId === part.paymentId ? 1 : 0;
  const values = {
    role: part.role,
    refund: part.refund,
    status: seen?.status ?? known?.status ?? 'unknown',
    amount_paise: seen?.amountPaise ?? known?.amountPaise ?? 0,
    currency: seen?.currency ?? known?.currency ?? '',
    failed_refunds: (known?.failedRefunds ?? 0) + failed,
    updated_at: now,
  };
  if (known) {
    await transaction
      .updateTable('order_payments')
      .set(values)
      .where('payment_id', '=', part.paymentId)
      .execute();
    return;
  }
  // The primary key is the last guard: a payment belongs to one order, whatever anybody says.
  await transaction
    .insertInto('order_payments')
    .values({ ...values, payment_id: part.paymentId, order_id: order.id, seen_at: now })
    .execute();
}

/** Razorpay's states of a payment in the direction in which it moves. */
const statusOrder = ['created', 'failed', 'authorized', 'captured', 'refunded'];

/** Events come out of order: one from before the capture does not undo it. */
async function noteStatus(transaction: Transaction<Database>, seen: SeenPayment): Promise<void> {
  const earlier = statusOrder.slice(0, Math.max(0, statusOrder.indexOf(seen.status)));
  await transaction
    .updateTable('order_payments')
    .set({ status: seen.status, updated_at: new Date() })
    .where('payment_id', '=', seen.paymentId)
    .where('status', 'in', ['unknown', ...earlier])
    .execute();
}

/** Why a captured payment does not pay for its order, in words for the operator. */
function strayNote(order: Order, event: OrderEvent, step: Transition): string | null {
  if (event.kind !== 'payment_captured' || step.facts.payments[event.paymentId]?.role !== 'stray')
    return null;
  return order.paymentId === null
    ? 'A payment was captured that does not fit the order: another amount or currency, or after a refund'
    : 'A further payment was captured for an order that is paid already';
}

function columnsOf(order: Order, note: string | null, step: Transition, now: Date) {
  const needsSomebody = step.state === 'needs_review' || step.state === 'refund_due';
  return {
    state: step.state,
    booking: step.facts.booking,
    payment_id: payingPayment(step.facts),
    review_reason: note !== null && needsSomebody ? note : order.reviewReason,
    paid_at: order.paidAt ?? (payingPayment(step.facts) === null ? null : now),
    booked_at: order.bookedAt ?? (step.facts.booking === 'booked' ? now : null),
    updated_at: now,
    version: order.version + 1,
  };
}

/**
 * Lets an event happen to an order that the caller has locked. State, payments, history and the job that has to
 * follow are one commit.
 *
 * @returns the order as it is then
 */
export async function applyEvent(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
  change: Change,
): Promise<Order> {
  const step = transition(factsOf(order), change.event);
  if (!step.changed) {
    if (change.payment) await noteStatus(transaction, change.payment);
    return order;
  }
  const now = new Date();
  const note = change.note ?? strayNote(order, change.event, step);
  for (const [paymentId, part] of Object.entries(step.facts.payments)) {
    const before = order.payments.find((payment) => payment.paymentId === paymentId);
    if (before?.role === part.role && before.refund === part.refund) continue;
    await savePayment(transaction, order, { paymentId, ...part }, change, now);
  }
  await transaction
    .updateTable('orders')
    .set(columnsOf(order, note, step, now))
    .where('id', '=', order.id)
    .execute();
  await transaction
    .insertInto('order_events')
    .values({
      order_id: order.id,
      at: now,
      source: change.source,
      event: change.event.kind,
      payment_id: 'paymentId' in change.event ? change.event.paymentId : null,
      note,
      state: step.state,
    })
    .execute();
  if (step.effects.includes('book'))
    await jobs.enqueue('book-order', [order.id], {
      transaction,
      ...(change.startAfterSeconds ? { startAfterSeconds: change.startAfterSeconds } : {}),
    });
  return (await findOrder(transaction, 'id', order.id)) ?? order;
}

/** The same in a transaction of its own. @returns the order as it is then; undefined where there is none */
export async function changeOrder(
  deps: { database: Kysely<Database>; jobs: Pick<Jobs, 'enqueue'> },
  orderId: string,
  change: Change,
): Promise<Order | undefined> {
  return deps.database.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    return order && applyEvent(transaction, deps.jobs, order, change);
  });
}
