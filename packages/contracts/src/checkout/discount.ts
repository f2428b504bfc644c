/** Discounts on the sub total of an order, in integer paise. */

export type DiscountTerms = { kind: 'percent'; percent: number } | { kind: 'amount'; amountPaise: number };

const rupeePaise = 100;

/**
 * What terms take off a sub total. The discount is rounded up until the taxable value is whole rupees: 9 % of it are
 * then whole paise, and two halves of the tax make the whole. Without a discount nothing is rounded.
 *
 * @param subTotalPaise whole paise, 0 or more
 * @returns paise, from 0 to the sub total
 */
export function discountOf(subTotalPaise: number, terms: DiscountTerms): number {
  const taken = terms.kind === 'percent' ? (subTotalPaise * terms.percent) / 100 : terms.amountPaise;
  if (taken <= 0) return 0;
  // Multiplied before it is divided, so that it is exact where the percentage is a whole number.
  const left =
    terms.kind === 'percent' ? (subTotalPaise * (100 - terms.percent)) / 100 : subTotalPaise - taken;
  return subTotalPaise - Math.max(0, Math.floor(left / rupeePaise)) * rupeePaise;
}

/**
 * The discount that stays with an order of which seats are cancelled: that of each seat that is kept, rounded up as
 * above, so that giving back seat by seat or all at once comes to the same.
 *
 * @param order the order as it was sold, amounts in whole paise
 * @param keptSeats from 0 to its seats
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
