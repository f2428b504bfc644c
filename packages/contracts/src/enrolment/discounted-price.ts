/** Price with a discount; shared by the pages and the server. */
import { gstPercent, type Price, priceOf } from './pricing.ts';

export interface DiscountedPrice extends Price {
  discountPaise: number;
  /** Sub total less discount, the base of GST. */
  taxablePaise: number;
}

/**
 * Price of an order: sub total = fee × seats; taxable value = sub total − discount; GST = 18 % of the
 * taxable value, rounded to the paisa; total = taxable value + GST. Without a discount it is the
 * specification's price.
 * @param unitPaise price per seat, integer paise, 0 or more
 * @param seats integer, 0 or more
 * @param discountPaise integer paise, from 0 to the sub total; see `discountOf`
 * @throws RangeError for anything else
 */
export function discountedPrice(unitPaise: number, seats: number, discountPaise: number): DiscountedPrice {
  const full = priceOf(unitPaise, seats);
  if (!Number.isSafeInteger(discountPaise) || discountPaise < 0 || discountPaise > full.subTotalPaise)
    throw new RangeError('discountPaise must be whole paise, at most the sub total');
  const taxablePaise = full.subTotalPaise - discountPaise;
  const gstPaise = Math.round((taxablePaise * gstPercent) / 100);
  return { ...full, discountPaise, taxablePaise, gstPaise, totalPaise: taxablePaise + gstPaise };
}
