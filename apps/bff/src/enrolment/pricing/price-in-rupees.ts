/** Converts a price to the format of the API: rupees, except `amount` in paise. */
import type { DiscountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import type { GstParts } from '@meridian/contracts/enrolment/gst-parts';
import type { ChangedPrice } from '@meridian/contracts/enrolment/orders';
import { currency, rupeesOf } from '@meridian/contracts/enrolment/pricing';

export function priceInRupees(price: DiscountedPrice): ChangedPrice {
  return {
    amount: price.totalPaise,
    currency,
    fee: rupeesOf(price.unitPaise),
    sub_total: rupeesOf(price.subTotalPaise),
    discount: rupeesOf(price.discountPaise),
    taxable: rupeesOf(price.taxablePaise),
    gst_total: rupeesOf(price.gstPaise),
    total_fee: rupeesOf(price.totalPaise),
  };
}

export function partsInRupees(parts: GstParts) {
  return {
    cgst: rupeesOf(parts.cgstPaise),
    sgst: rupeesOf(parts.sgstPaise),
    utgst: rupeesOf(parts.utgstPaise),
    igst: rupeesOf(parts.igstPaise),
    round_off: rupeesOf(parts.roundOffPaise),
  };
}
