/** Refund of cancelled seats: what the remaining seats are worth by the rules of the sale, and the share that goes back. */
import { type DiscountTerms, discountOf } from './discount.ts';
import { discountedPrice } from './discounted-price.ts';
import { minChargePaise } from './pricing.ts';
import { refundPaise } from './refund-policy.ts';

/** The rule of the coupon that an order was sold with. */
export interface CouponRule {
  discount: DiscountTerms;
  minSeats: number;
}

export interface Sale {
  unitPaise: number;
  /** Seats that were sold. */
  seats: number;
  /** Null for a sale without a coupon. */
  coupon: CouponRule | null;
  /** Amount of the payment that pays for the order. */
  paidPaise: number;
}

/**
 * Price of seats by the rules of the sale, GST included; without the coupon if it would have been refused for so few
 * seats.
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
 * Value of the remaining seats: the amount paid, and with each cancelled seat at most their price by the rules of the
 * sale. The value never rises again, so it does not depend on how many seats are cancelled at a time.
 *
 * @param remaining from 0 to the seats that were sold
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
  /** Share of it that is refunded. */
  refundPaise: number;
}

/**
 * Refund of one cancellation: the percentage of what the remaining seats lose in value. Money that an earlier
 * cancellation retained is not part of the value, so it is never refunded by a later one.
 *
 * Replaces `dueForCancelled` and `dueAfterCancelling`: `refundPaise` is what one cancellation adds to what is owed,
 * whatever else was refunded; an earlier cancellation's own amount is not computed again.
 *
 * @param cancelledBefore seats that were cancelled earlier
 * @param seats seats that are cancelled now; with `cancelledBefore` at most those of the sale
 * @param percent from 0 to 100. Cancelling seats one by one at the same percentage refunds the same, to the paisa, as
 *   cancelling them together
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
  // The sums are rounded, not their difference, so that the parts add up.
  return {
    valuePaise: lost(after) - lost(before),
    refundPaise: refundPaise(lost(after), percent) - refundPaise(lost(before), percent),
  };
}
