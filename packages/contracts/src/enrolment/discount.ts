/** Discounts on the subtotal of an order, in integer paise. */

export type DiscountTerms = { kind: 'percent'; percent: number } | { kind: 'amount'; amountPaise: number };

const rupeePaise = 100;

/**
 * Discount on a subtotal. A discount is rounded up until the taxable value is whole rupees, so that each 9 %
 * half of GST is whole paise.
 * @param subTotalPaise integer paise, 0 or more
 * @returns paise, from 0 to the subtotal
 */
export function discountOf(subTotalPaise: number, terms: DiscountTerms): number {
  const taken = terms.kind === 'percent' ? (subTotalPaise * terms.percent) / 100 : terms.amountPaise;
  if (taken <= 0) return 0;
  // The multiplication comes first, because the division is then exact for whole percentages.
  const left =
    terms.kind === 'percent' ? (subTotalPaise * (100 - terms.percent)) / 100 : subTotalPaise - taken;
  return subTotalPaise - Math.max(0, Math.floor(left / rupeePaise)) * rupeePaise;
}

/**
 * Discount that remains after seats are cancelled: the discount per seat times the kept seats, rounded up as
 * in `discountOf`, so that the result does not depend on the number of cancellations.
 * @param order the original order, in integer paise
 * @param keptSeats from 0 to the seats of the order
 * @returns paise
 */
export function keptDiscount(
  order: { unitPaise: number; seats: number; discountPaise: number },
  keptSeats: number,
): number {
  if (order.discountPaise === 0 || keptSeats === 0) return 0;
  if (keptSeats >= order.seats) return order.discountPaise;
  const amountPaise = (order.discountPaise * keptSeats) / order.seats;
  return discountOf(order.unitPaise * keptSeats, { kind: 'amount', amountPaise });
}
