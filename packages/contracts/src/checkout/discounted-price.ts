/** The break-up of a price with a discount. Pages show it, and the server charges by the same function. */
import { gstPercent, type Price, priceOf } from './pricing.ts';

export interface DiscountedPrice extends Price {
  discountPaise: number;
  /** Sub total less the discount: what GST is computed on. */
  taxablePaise: number;
}

/**
 * Price of an order: sub total = fee × seats; taxable value = sub total − discount; GST = 18 % of the taxable value,
 * rounded to the paisa; total = both. Without a discount it is the specification's price.
 *
 * @param unitPaise price of one seat in integer paise, 0 or more
 * @param seats whole number of seats, 0 or more
 * @param discountPaise whole paise, from 0 to the sub total; see `discountOf`
 * @throws RangeError where one of them is not
 */
export function discountedPrice(unitPaise: number, seats: number, discountPaise: number): DiscountedPrice {
  const full = priceOf(unitPaise, seats);
  if (!Number.isSafeInteger(discountPaise) || discountPaise < 0 || discountPaise > full.subTotalPaise)
    throw new RangeError('discountPaise must be whole paise, at most the sub total');
  const taxablePaise = full.subTotalPaise - discountPaise;
  const gstPaise = Math.round((taxablePaise * gstPercent) / 100);
  return { ...full, discountPaise, taxablePaise, gstPaise, totalPaise: taxablePaise + gstPaise };
}
