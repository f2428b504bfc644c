/** Changes orders and their effects in one transaction, under a row lock. */
import type { Kysely, Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { writeOrderSearch } from '../../search/order-search.ts';
import { caseDescriptions } from '../cases/case-kinds.ts';
import { effects } from '../effects/effects.ts';
import { factsOf, type Order } from '../order.ts';
import type { OrderEvent } from '../state/order-events.ts';
import { payingPayment } from '../state/order-facts.ts';
import { type Transition, transition } from '../state/order-state.ts';
import type { Change } from './order-change.ts';
import { recordInHistory } from './order-history.ts';
import { findOrder, lockOrder } from './order-queries.ts';
import { recordStatus, savePart, savePostings } from './order-rows.ts';

/** @returns why a captured payment does not pay for its order, as a note for operators */
function unmatchedNote(order: Order, event: OrderEvent, step: Transition): string | null {
  if (event.kind !== 'payment_captured' || step.facts.payments[event.paymentId]?.role !== 'unmatched')
    return null;
  return order.paymentId === null ? caseDescriptions.unfit_payment : caseDescriptions.second_payment;
}

/** @returns why a paid booking of an erased order waits for a decision, as a note for operators */
function erasedNote(order: Order, step: Transition): string | null {
  if (order.booking !== 'none' || step.facts.booking !== 'review' || !step.facts.erased) return null;
  return "Paid after the payer's details were erased, so it cannot be booked: refund the payment";
}

function columnsOf(order: Order, note: string | null, step: Transition) {
  const needsSomebody = step.state === 'needs_review' || step.state === 'refund_due';
  return {
    state: step.state,
    booking: step.facts.booking,
    payment_id: payingPayment(step.facts),
    booking_overdue: step.facts.overdue,
    cancelled_seats: step.facts.cancelledSeats,
    reported_seats: step.facts.reportedSeats,
    review_reason: note !== null && needsSomebody ? note : order.reviewReason,
    paid_at: order.paidAt ?? (payingPayment(step.facts) === null ? null : databaseNow),
    booked_at: order.bookedAt ?? (step.facts.booking === 'booked' ? databaseNow : null),
    updated_at: databaseNow,
    version: order.version + 1,
  };
}

async function record(
  transaction: Transaction<Database>,
  orderId: string,
  { event, source, recordAs }: Change,
  state: Order['state'],
  note: string | null,
): Promise<void> {
  await recordInHistory(transaction, [{ id: orderId, state }], {
    source,
    event: recordAs ?? event.kind,
    paymentId: 'paymentId' in event ? event.paymentId : null,
    note,
  });
}

/**
 * Applies an event to an order that the caller has locked. State, payments, history and effects are one
 * commit.
 *
 * @returns the order after the change
 * @throws PaymentBelongsElsewhereError if the event names a payment of another order
 */
export async function applyEvent(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
  change: Change,
): Promise<Order> {
  const known = factsOf(order);
  const step = transition(known, change.event);
  if (!step.changed) {
    if (change.payment) await recordStatus(transaction, change.payment);
    if (change.recordAs) await record(transaction, order.id, change, step.state, change.note ?? null);
    return order;
  }
  const note = change.note ?? unmatchedNote(order, change.event, step) ?? erasedNote(order, step);
  for (const [paymentId, part] of Object.entries(step.facts.payments)) {
    const before = known.payments[paymentId];
    if (before !== part) await savePart(transaction, order, [paymentId, before, part], change);
  }
  await savePostings(transaction, order, step.facts.posted);
  await transaction
    .updateTable('orders')
    .set(columnsOf(order, note, step))
    .where('id', '=', order.id)
    .execute();
  await record(transaction, order.id, change, step.state, note);
  await writeOrderSearch(transaction, [order.id]);
  const applied = {
    jobs,
    order,
    before: known,
    after: step.facts,
    state: step.state,
    change,
    note,
    startsBooking: step.effects.includes('book'),
  };
  for (const effect of effects) await effect(transaction, applied);
  return (await findOrder(transaction, 'id', order.id)) ?? order;
}

/** The services that change orders. A change commits with its jobs. */
export interface OrderWriter {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Applies an event in a separate transaction.
 *
 * @returns the order after the change; undefined if it does not exist
 */
export async function changeOrder(
  deps: OrderWriter,
  orderId: string,
  change: Change,
): Promise<Order | undefined> {
  return transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    return order && applyEvent(transaction, deps.jobs, order, change);
  });
}
