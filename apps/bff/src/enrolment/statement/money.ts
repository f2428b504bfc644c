/** Computes the money of an order. Texts about the order's money use these amounts only. */
import { valuePaise } from '@meridian/contracts/enrolment/refundable';
import { type RawBuilder, sql } from 'kysely';
import { factsOf, type Order, type OrderPayment, partOf } from '../orders/order.ts';
import { netFlow } from '../orders/state/ledger.ts';
import { saleOf } from '../orders/state/operator-steps.ts';
import {
  failedPaise,
  inProgressPaise,
  isTaken,
  keptPaise,
  owedPaise,
  payingPart,
  returnedPaise,
  shortfallPaise,
} from '../orders/state/order-facts.ts';

/** `capturedPaise` is the sum of the other amounts. */
export interface Money {
  capturedPaise: number;
  keptPaise: number;
  /** To be returned, with no refund requested. */
  owedPaise: number;
  /** Refund requested. */
  returningPaise: number;
  /** Refunded by the payment provider or by bank transfer, or taken back by the payer's bank. */
  returnedPaise: number;
  /** To be returned, and the last refund failed. */
  failedPaise: number;
}

/** Cancelled seats, and what happened to their price. */
export interface Cancellation {
  seats: number;
  refundPaise: number;
  retainedPaise: number;
}

const noMoney: Money = {
  capturedPaise: 0,
  keptPaise: 0,
  owedPaise: 0,
  returningPaise: 0,
  returnedPaise: 0,
  failedPaise: 0,
};

/**
 * @returns true for a captured payment that does not match its order, and that no operator has accepted or
 * refunded yet
 */
function isUndecided(order: Order, { role, refunds }: OrderPayment): boolean {
  const isUnmatched = role === 'unmatched' && order.paymentId === null && order.state === 'needs_review';
  return isUnmatched && refunds.length === 0;
}

/** @returns the money of one payment; all amounts are 0 if it was never captured */
export function moneyOfPayment(order: Order, payment: OrderPayment): Money {
  const part = partOf(payment);
  if (!isTaken(part) || part.uncaptured) return noMoney;
  const capturedPaise = part.amountPaise;
  // The bank and the dashboard together can return more than was paid.
  const returned = Math.min(capturedPaise, returnedPaise(part));
  const unsent = isUndecided(order, payment) ? owedPaise(part) : shortfallPaise(part);
  const returning = Math.min(capturedPaise - returned, inProgressPaise(part));
  const owed = Math.min(capturedPaise - returned - returning, unsent);
  const failed = Math.min(owed, failedPaise(part));
  return {
    capturedPaise,
    keptPaise: capturedPaise - returned - returning - owed,
    owedPaise: owed - failed,
    returningPaise: returning,
    returnedPaise: returned,
    failedPaise: failed,
  };
}

const plus = (one: Money, other: Money): Money => ({
  capturedPaise: one.capturedPaise + other.capturedPaise,
  keptPaise: one.keptPaise + other.keptPaise,
  owedPaise: one.owedPaise + other.owedPaise,
  returningPaise: one.returningPaise + other.returningPaise,
  returnedPaise: one.returnedPaise + other.returnedPaise,
  failedPaise: one.failedPaise + other.failedPaise,
});

export function moneyOf(order: Order): Money {
  return order.payments.map((payment) => moneyOfPayment(order, payment)).reduce(plus, noMoney);
}

/** @returns the money of the payment that pays for the order, or of the others */
export function moneyByRole(order: Order, role: 'pays' | 'unmatched'): Money {
  const payments = order.payments.filter((payment) => payment.role === role);
  return payments.map((payment) => moneyOfPayment(order, payment)).reduce(plus, noMoney);
}

/** @returns the sum of an order's cancellations; undefined while no seat is cancelled */
export function cancellationOf(order: Order): Cancellation | undefined {
  const facts = factsOf(order);
  const { seats, cancelledSeats } = facts;
  const part = payingPart(facts);
  if (!part || cancelledSeats === 0) return undefined;
  const sale = saleOf(facts, part);
  const { repriced } = order.terms;
  const lostPaise = (repriced?.lostPaise ?? 0) + sale.paidPaise - valuePaise(sale, seats - cancelledSeats);
  const credited = netFlow(part.flows, 'customer', 'owed') + netFlow(part.flows, 'customer', 'goodwill');
  const refundPaise = Math.min(lostPaise, credited - (repriced?.reducedPaise ?? 0));
  // Money returned without a decision is not retained, even if the policy would retain it.
  const retainedPaise = Math.max(0, Math.min(lostPaise - refundPaise, keptPaise(part)));
  return { seats: cancelledSeats, refundPaise, retainedPaise };
}

/**
 * The kept part of the payment that pays for an order, for sums in a query of `orders`; the total of an
 * unpaid order.
 */
export const keptPaiseInSql: RawBuilder<number> = sql<number>`coalesce((
  select kept_paise from order_payments as payment where payment.payment_id = orders.payment_id), total_paise)`;
