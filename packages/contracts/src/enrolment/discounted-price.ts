/** Price with a discount, computed by pages and the server. */
import { gstPercent, type Price, priceOf } from './pricing.ts';

export interface DiscountedPrice extends Price {
  discountPaise: number;
  /** Subtotal less discount, the base of GST. */
  taxablePaise: number;
}

/**
 * Price of an order: subtotal = fee × seats; taxable value = subtotal − discount; GST = 18 % of the taxable
 * value, rounded to the paisa; total = taxable value + GST. Without a discount it is the price of the
 * specification.
 * @param unitPaise price per seat, integer paise, 0 or more
 * @param seats integer, 0 or more
 * @param discountPaise integer paise, from 0 to the subtotal; see `discountOf`
 * @throws RangeError for any other number
 */
export function discountedPrice(unitPaise: number, seats: number, discountPaise: number): DiscountedPrice {
  const full = priceOf(unitPaise, seats);
  if (!Number.isSafeInteger(discountPaise) || discountPaise < 0 || discountPaise > full.subTotalPaise)
    throw new RangeError('discountPaise must be whole paise, at most the subtotal');
  const taxablePaise = full.subTotalPaise - discountPaise;
  const gstPaise = Math.round((taxablePaise * gstPercent) / 100);
  return { ...full, discountPaise, taxablePaise, gstPaise, totalPaise: taxablePaise + gstPaise };
}
