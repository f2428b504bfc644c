/** What the operator sees of orders, and the three ways to settle a case. */
import { type OrderState, orderStates } from '@meridian/contracts/checkout/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { CheckoutDependencies } from './dependencies.ts';
import { factsOf, type Order } from './order.ts';
import { findOrder } from './order-queries.ts';
import { bookingIsDue, refundsDue } from './order-state.ts';
import { changeOrder } from './order-store.ts';

/** @returns how many orders wait for the operator */
export async function countCases(database: Kysely<Database>): Promise<number> {
  const { count } = await database
    .selectFrom('orders')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('state', 'in', ['needs_review', 'refund_due'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface OrderFigures {
  /** Of every state, also of those without an order. */
  byState: Record<OrderState, number>;
  /** Captured, and neither booked nor in front of the operator. */
  unbooked: number;
  /** How long the oldest of these has been paid; 0 where there is none. */
  oldestUnbookedSeconds: number;
}

export async function countOrders(database: Kysely<Database>): Promise<OrderFigures> {
  const counts = await database
    .selectFrom('orders')
    .select(['state', sql<number>`count(*)::integer`.as('orders')])
    .groupBy('state')
    .execute();
  const known = new Map(counts.map(({ state, orders }) => [state, orders]));
  const { rows } = await sql<{ unbooked: number; seconds: number | null }>`
    select count(*)::integer as unbooked, extract(epoch from now() - min(paid_at))::float8 as seconds
    from orders where booking in ('due', 'ordered')`.execute(database);
  const byState = Object.fromEntries(orderStates.map((state) => [state, known.get(state) ?? 0]));
  return {
    byState: byState as Record<OrderState, number>,
    unbooked: rows[0]?.unbooked ?? 0,
    oldestUnbookedSeconds: rows[0]?.seconds ?? 0,
  };
}

export interface HistoryEntry {
  at: Date;
  source: string;
  event: string;
  paymentId: string | null;
  note: string | null;
  state: OrderState;
}

/** @returns all that happened to an order, oldest first */
export async function historyOf(database: Kysely<Database>, orderId: string): Promise<HistoryEntry[]> {
  return database
    .selectFrom('order_events')
    .select(['at', 'source', 'event', 'payment_id as paymentId', 'note', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

export type Decision = 'book' | 'refund' | 'close';

export type Settled =
  | { kind: 'settled'; order: Order; done: string }
  | { kind: 'not_possible'; reason: string };

async function giveBack(deps: CheckoutDependencies, order: Order): Promise<Order> {
  let current = order;
  for (const paymentId of refundsDue(factsOf(order))) {
    const payment = await deps.razorpay.fetchPayment(paymentId);
    const leftPaise = payment.amount - payment.amount_refunded;
    const failed = order.payments.find((known) => known.paymentId === paymentId)?.failedRefunds ?? 0;
    if (payment.status !== 'refunded' && leftPaise > 0)
      // A failed refund is over: the next one is another one, with a key of its own.
      await deps.razorpay.refund(paymentId, leftPaise, `refund-${paymentId}-${failed}`);
    const event = { kind: 'payment_refunded', paymentId } as const;
    current = (await changeOrder(deps, order.id, { event, source: 'operator' })) ?? current;
  }
  return current;
}

/**
 * Settles a case. `book` sends the booking (again), and accepts a payment of another amount; `refund` gives back all
 * captured money that is not behind a booking, through Razorpay; `close` records that it was settled elsewhere: a
 * booking under review counts as made, money due as given back.
 *
 * @param note why; kept in the order's history, so without personal data
 * @throws RazorpayError where a refund was not answered: the order stays `refund_due`, repeating is safe
 */
export async function decide(
  deps: CheckoutDependencies,
  orderId: string,
  decision: Decision,
  note: string,
): Promise<Settled> {
  const before = await findOrder(deps.database, 'id', orderId);
  if (!before) return { kind: 'not_possible', reason: 'There is no such order' };
  if (before.state !== 'needs_review' && before.state !== 'refund_due')
    return { kind: 'not_possible', reason: `The order is ${before.state}: there is nothing to settle` };
  const event = { kind: `operator_${decision}` } as const;
  const order = (await changeOrder(deps, orderId, { event, source: 'operator', note })) ?? before;
  switch (decision) {
    case 'book':
      return bookingIsDue(factsOf(order))
        ? { kind: 'settled', order, done: 'The booking is being sent to the upstream' }
        : { kind: 'not_possible', reason: 'There is no booking to send: only money to give back' };
    case 'refund': {
      if (refundsDue(factsOf(order)).length === 0)
        return { kind: 'not_possible', reason: 'There is no money to give back' };
      return { kind: 'settled', order: await giveBack(deps, order), done: 'The money is given back' };
    }
    case 'close':
      return { kind: 'settled', order, done: 'The case is closed' };
  }
}
