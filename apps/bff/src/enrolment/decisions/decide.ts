/** The operator's decisions, about the booking and about the money of each payment separately. */

import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Alongside, transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ChangeSettings } from '../bookings/booking-services.ts';
import { factsOf, isErased, type Order } from '../orders/order.ts';
import type { OperatorEvent } from '../orders/state/order-events.ts';
import { isDisputed, payingPart, refundsDue } from '../orders/state/order-facts.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent } from '../orders/store/order-store.ts';
import { percentOf } from '../orders/terms.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { requestRefunds, sendRefunds, unansweredRefunds } from '../payments/refunds.ts';
import { type Decided, type Decision, doneMessages, refundMessage } from './decision.ts';

/** What decisions are made with. */
export interface DecisionServices extends PaymentServices {
  settings: ChangeSettings;
  now: () => Date;
}

/** How money is refunded: through the provider, or by a transfer that the operator names. */
interface Means {
  note: string;
  transfer: string | undefined;
  seats?: number;
  /** As the refund policy says at this moment, instead of the whole price of the seats. */
  byPolicy?: boolean;
}

interface DecisionContext {
  deps: DecisionServices;
  transaction: Transaction<Database>;
  order: Order;
}

const apply = ({ deps, transaction, order }: DecisionContext, event: OperatorEvent, note: string) =>
  applyEvent(transaction, deps.jobs, order, { event, source: 'operator', note });

/** Commits how the due money is refunded. */
async function commitReturn(context: DecisionContext, { note, transfer, seats }: Means): Promise<Order> {
  if (transfer !== undefined)
    return apply(context, { kind: 'operator_transfer' }, `${note} (given back by transfer ${transfer})`);
  const request = { source: 'operator' as const, note, ...(seats !== undefined && { seats }) };
  return requestRefunds(context.transaction, context.deps.jobs, context.order, request);
}

function disputedPayment(order: Order): string | undefined {
  const due = new Set(refundsDue(factsOf(order)).map(({ paymentId }) => paymentId));
  const { payments } = factsOf(order);
  return Object.keys(payments).find((id) => {
    const part = payments[id];
    const goesBack = due.has(id) || (part?.role === 'pays' && order.booking !== 'booked');
    return part !== undefined && isDisputed(part) && goesBack;
  });
}

const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

const disputed = (paymentId: string) =>
  refuse(
    'payment_disputed',
    `${paymentId} is disputed: the bank may give its money back a second time. Answer the dispute in the ` +
      "provider's dashboard first; once it is over, try again.",
  );

async function refund(context: DecisionContext, means: Means): Promise<Order> {
  const blocked = disputedPayment(context.order);
  if (blocked !== undefined) throw disputed(blocked);
  const order = await apply(context, { kind: 'operator_refund' }, means.note);
  const isDone = refundsDue(factsOf(order)).length === 0 && unansweredRefunds(order).length === 0;
  // The decision may have dropped the booking even if its money was refunded before.
  if (!isDone) return commitReturn({ ...context, order }, means);
  if (order.version === context.order.version)
    throw refuse('nothing_to_refund', 'There is no money to give back.');
  return order;
}

async function cancel(context: DecisionContext, seats: number | undefined, means: Means): Promise<Order> {
  const { order } = context;
  const left = order.price.seats - order.cancelledSeats;
  const paying = payingPart(factsOf(order));
  if (order.booking !== 'booked' || !paying)
    throw refuse('not_booked', 'The order is not booked: its money goes back whole, without --seats.');
  if (isDisputed(paying)) throw disputed(order.paymentId ?? '');
  const wanted = seats ?? left;
  if (wanted > left || left === 0)
    throw refuse(
      'seats_short',
      left === 0 ? 'All seats are cancelled already.' : `${left} of ${order.price.seats} seats are left.`,
    );
  const percent = means.byPolicy ? percentOf(order, context.deps.now()) : 100;
  const cancelled = await apply(context, { kind: 'operator_cancel', seats: wanted, percent }, means.note);
  // While the refund of an earlier cancellation is unanswered, a repeated command only sends that refund again.
  if (cancelled.version === order.version && unansweredRefunds(order).length === 0)
    throw refuse(
      'refund_due',
      'The money of an earlier cancellation has to go back first: leave out --seats.',
    );
  return commitReturn({ ...context, order: cancelled }, { ...means, seats: wanted });
}

async function book(context: DecisionContext, note: string): Promise<Order> {
  const order = await apply(context, { kind: 'operator_book' }, note);
  if (order.version !== context.order.version) return order;
  throw refuse(
    'nothing_to_book',
    isErased(order)
      ? "The payer's details were erased: nobody can be booked, only the money given back."
      : 'There is no booking to send: only money to give back.',
  );
}

async function unbook(context: DecisionContext, note: string): Promise<Order> {
  if (context.order.bookingLease === 'held')
    throw refuse('booking_sent', 'The booking is being sent at this moment: look again in a minute.');
  const order = await apply(context, { kind: 'operator_unbook' }, note);
  if (order.version === context.order.version)
    throw refuse('nothing_to_withdraw', 'No booking is waiting to be sent.');
  return order;
}

async function close(context: DecisionContext, note: string): Promise<Order> {
  const order = await apply(context, { kind: 'operator_close' }, note);
  if (order.version !== context.order.version) return order;
  throw refuse(
    'nothing_to_close',
    refundsDue(factsOf(order)).length > 0
      ? 'Money has to go back, and closing gives none back: refund it, or name the transfer with --by-transfer.'
      : `The order is ${order.state}: there is nothing to close.`,
  );
}

const allGoesBack =
  'The policy is for booked seats: this money goes back whole. Leave out --by-policy, or name --seats.';

async function commit(context: DecisionContext, decision: Decision, note: string): Promise<Order> {
  const { order } = context;
  const hasRefundsDue = refundsDue(factsOf(order)).length > 0 || unansweredRefunds(order).length > 0;
  switch (decision.kind) {
    case 'book':
      return book(context, note);
    case 'unbook':
      return unbook(context, note);
    case 'close':
      return close(context, note);
    case 'refund':
      return refund(context, { note, transfer: decision.transfer });
    case 'cancel': {
      const { transfer, byPolicy = false } = decision;
      const means = { note, transfer, byPolicy };
      // Without a number of seats, other money that is due is refunded first, and the booking stays.
      const whole = decision.seats === undefined && (hasRefundsDue || order.booking !== 'booked');
      if (whole && byPolicy) throw refuse('policy_unfit', allGoesBack);
      return whole ? refund(context, means) : cancel(context, decision.seats, means);
    }
  }
}

/**
 * Applies an operator's decision. The decision and its refund requests are one commit; the provider is called after it,
 * and an unanswered request is sent again under the same key, by this command or the reconciler.
 *
 * @param note the reason, stored in the order's history, so without personal data
 * @param alongside commits with the decision
 * @param underLock runs before the decision, in its transaction: what it throws refuses it
 * @throws Refusal `not_found`, `conflict`: nothing was decided, but for a refund that the provider refused
 * @throws RemoteError if a refund was not answered: the request stays, and repeating is safe
 */
export async function decide(
  deps: DecisionServices,
  orderId: string,
  decision: Decision,
  note: string,
  alongside?: Alongside,
  underLock?: Alongside,
): Promise<Decided> {
  const { before, after } = await transact(deps.database, async (transaction) => {
    const before = await lockOrder(transaction, 'id', orderId);
    if (!before) throw new Refusal('not_found', 'order_unknown', 'There is no such order.');
    await underLock?.(transaction);
    const after = await commit({ deps, transaction, order: before }, decision, note);
    await alongside?.(transaction);
    return { before, after };
  });
  if (decision.kind !== 'refund' && decision.kind !== 'cancel')
    return { order: after, done: doneMessages[decision.kind] };
  return refundMessage(deps, before, await sendRefunds(deps, after, 'operator'));
}
