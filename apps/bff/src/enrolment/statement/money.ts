/** The money of an order. Everything that tells a person about money of an order reads it here. */
import { type RawBuilder, sql } from 'kysely';
import { factsOf, type Order, type OrderPayment } from '../orders/order.ts';
import { dueForCancelled } from '../orders/state/operator-steps.ts';
import {
  isTaken,
  type PaymentPart,
  payingPart,
  returnedPaise,
  shortfallPaise,
  underWayPaise,
} from '../orders/state/order-facts.ts';

/** `capturedPaise` is the sum of the others. */
export interface Money {
  capturedPaise: number;
  keptPaise: number;
  /** Decided, and not returned yet. */
  returningPaise: number;
  /** Refunded by the provider, by a bank transfer, or withdrawn by the payer's bank. */
  returnedPaise: number;
  /** To be returned, and its last refund failed. */
  failedPaise: number;
}

/** Cancelled seats and what became of their price. */
export interface Cancellation {
  seats: number;
  refundPaise: number;
  retainedPaise: number;
}

const noMoney: Money = {
  capturedPaise: 0,
  keptPaise: 0,
  returningPaise: 0,
  returnedPaise: 0,
  failedPaise: 0,
};

const partOf = (order: Order, { paymentId }: OrderPayment): PaymentPart | undefined =>
  factsOf(order).payments[paymentId];

/** A captured payment that does not fit its order: an operator accepts or returns it, and nothing is decided yet. */
function isUndecided(order: Order, part: PaymentPart): boolean {
  const isUnmatched = part.role === 'stray' && order.paymentId === null && order.state === 'needs_review';
  return isUnmatched && Object.keys(part.refunds).length === 0 && returnedPaise(part) === 0;
}

/** @returns the money of one payment; nothing of one that was never captured */
export function moneyOfPayment(order: Order, payment: OrderPayment): Money {
  const part = partOf(order, payment);
  if (!part || !isTaken(part) || part.uncaptured) return noMoney;
  const capturedPaise = part.amountPaise;
  const returned = Math.min(capturedPaise, returnedPaise(part));
  const requested = Math.min(capturedPaise - returned, underWayPaise(part));
  const missing = isUndecided(order, part)
    ? 0
    : Math.min(capturedPaise - returned - requested, shortfallPaise(part));
  const last = payment.refunds.at(-1);
  const failedPaise = last?.state === 'failed' ? Math.min(missing, last.amountPaise) : 0;
  const returningPaise = requested + missing - failedPaise;
  return {
    capturedPaise,
    keptPaise: capturedPaise - returned - returningPaise - failedPaise,
    returningPaise,
    returnedPaise: returned,
    failedPaise,
  };
}

const plus = (one: Money, other: Money): Money => ({
  capturedPaise: one.capturedPaise + other.capturedPaise,
  keptPaise: one.keptPaise + other.keptPaise,
  returningPaise: one.returningPaise + other.returningPaise,
  returnedPaise: one.returnedPaise + other.returnedPaise,
  failedPaise: one.failedPaise + other.failedPaise,
});

/** @returns the money of all payments of an order */
export function moneyOf(order: Order): Money {
  return order.payments.map((payment) => moneyOfPayment(order, payment)).reduce(plus, noMoney);
}

/** @returns the money of the payment that pays for the order, or of the others */
export function moneyByRole(order: Order, role: 'pays' | 'stray'): Money {
  const payments = order.payments.filter((payment) => payment.role === role);
  return payments.map((payment) => moneyOfPayment(order, payment)).reduce(plus, noMoney);
}

/** @returns all cancellations of an order together; undefined while no seat is cancelled */
export function cancellationOf(order: Order): Cancellation | undefined {
  const facts = factsOf(order);
  const part = payingPart(facts);
  if (!part || facts.cancelledSeats === 0) return undefined;
  const pricePaise = dueForCancelled(facts, part, facts.cancelledSeats);
  const refundPaise = Math.min(pricePaise, part.duePaise);
  return { seats: facts.cancelledSeats, refundPaise, retainedPaise: pricePaise - refundPaise };
}

/** What is kept of an order's price, for sums over many orders: `keptPaise` in a query of `orders`. */
export const keptPaiseInSql: RawBuilder<number> = sql<number>`coalesce((
  select amount_paise - least(amount_paise, greatest(coalesce(due_paise, 0), transferred_paise + coalesce(
    (select sum(refunds.amount_paise) from refunds
      where refunds.order_id = orders.id and refunds.payment_id = payment.payment_id and state <> 'failed'), 0)))
  from order_payments as payment where payment.payment_id = orders.payment_id), total_paise)`;
