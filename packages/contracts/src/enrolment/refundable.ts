/**
 * Refund for cancelled seats: the value that the remaining seats lose under the rules of the sale, and the
 * refunded share of it.
 */
import { type DiscountTerms, discountOf } from './discount.ts';
import { discountedPrice } from './discounted-price.ts';
import { minChargePaise } from './pricing.ts';
import { refundPaise } from './refund-policy.ts';

/** The rule of the coupon with which an order was sold. */
export interface CouponRule {
  discount: DiscountTerms;
  minSeats: number;
}

export interface Sale {
  unitPaise: number;
  /** Number of seats sold. */
  seats: number;
  /** Null for a sale without a coupon. */
  coupon: CouponRule | null;
  /** Amount that was paid for the order, in paise. */
  paidPaise: number;
}

/**
 * Price of seats under the rules of the sale, GST included. The coupon does not count if it needs more seats,
 * or if the price would be below the minimum amount of an order.
 */
export function pricePaise({ unitPaise, coupon }: Sale, seats: number): number {
  if (coupon && seats >= coupon.minSeats) {
    const discountPaise = discountOf(unitPaise * seats, coupon.discount);
    const { totalPaise } = discountedPrice(unitPaise, seats, discountPaise);
    if (totalPaise >= minChargePaise || seats === 0) return totalPaise;
  }
  return discountedPrice(unitPaise, seats, 0).totalPaise;
}

/**
 * Value of the remaining seats: the amount paid, limited after each cancelled seat to the price of the seats
 * that then remained. The value never rises, so it does not depend on how many seats are cancelled at a time.
 *
 * @param remaining number of remaining seats, from 0 to the seats sold
 * @returns integer paise
 */
export function valuePaise(sale: Sale, remaining: number): number {
  let value = sale.paidPaise;
  for (let seats = sale.seats - 1; seats >= remaining; seats -= 1)
    value = Math.min(value, pricePaise(sale, seats));
  return value;
}

export interface Refundable {
  /** Value of the cancelled seats, GST included. */
  valuePaise: number;
  /** Refunded share of that value. */
  refundPaise: number;
}

/**
 * Refund for one cancellation: a percentage of the value that the remaining seats lose. Money that an earlier
 * cancellation retained is not part of the value, so a later cancellation never refunds it. Cancelling seats
 * one by one at the same percentage refunds the same, to the paisa, as cancelling them together.
 *
 * @param cancelledBefore seats cancelled earlier
 * @param seats seats to cancel now; with `cancelledBefore` at most the seats sold
 * @param percent from 0 to 100
 * @throws RangeError unless the numbers of seats fit the sale
 */
export function refundableFor(
  sale: Sale,
  { cancelledBefore, seats, percent }: { cancelledBefore: number; seats: number; percent: number },
): Refundable {
  const before = sale.seats - cancelledBefore;
  const after = before - seats;
  if (!Number.isInteger(seats) || seats < 1 || !Number.isInteger(after) || after < 0 || before > sale.seats)
    throw new RangeError('seats must be a whole number, at most those that are left');
  const lost = (remaining: number) => sale.paidPaise - valuePaise(sale, remaining);
  // Rounds the two sums and not their difference, so that the refunds of several cancellations add up.
  return {
    valuePaise: lost(after) - lost(before),
    refundPaise: refundPaise(lost(after), percent) - refundPaise(lost(before), percent),
  };
}
