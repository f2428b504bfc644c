import { gstPartsOf } from '@meridian/contracts/enrolment/gst-parts';
import type { PriceData, PriceRequest } from '@meridian/contracts/enrolment/price';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { datedSteps } from '@meridian/contracts/enrolment/refund-policy';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { namedCoupon } from '../coupons/coupon.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { readCurrentTerms } from '../orders/terms-versions.ts';
import { taxOf } from '../pricing/order-tax.ts';
import { partsInRupees } from '../pricing/price-in-rupees.ts';
import { type PricingServices, readPricedOffer } from '../pricing/priced-offer.ts';
import { countFree, type SeatRead } from '../seats/check-seats.ts';
import { requireOpenSales } from '../seats/sales.ts';
import { takenSeats } from '../seats/taken-seats.ts';
import { ownOfferedSeats } from '../waitlist/offered-seats.ts';
import type { CheckoutSettings } from './settings.ts';

const unavailable = 'The price cannot be read just now. Please try again in a moment.';

async function seatsLeft(
  database: Kysely<Database>,
  read: SeatRead,
  offer: string | undefined,
): Promise<number | null> {
  const free = await countFree(database, takenSeats, read);
  if (free === undefined) return null;
  return offer === undefined
    ? free
    : free + (await ownOfferedSeats(database, read.batchId, { token: offer }));
}

/**
 * `POST /api/price`: computes the price of a selection. If the request names no coupon, the price includes
 * the best automatic discount. An order gets this discount only if it names the coupon of the discount.
 *
 * @throws Refusal `conflict` while sales are closed, `invalid` if the batch is not sold or the coupon does
 * not apply, `partner_unavailable` if the upstream does not answer
 */
export async function showPrice(
  deps: PricingServices & { settings: CheckoutSettings },
  request: PriceRequest,
  requestId?: string,
): Promise<PriceData> {
  return (await showOffer(deps, request, requestId)).price;
}

/** @returns the price and its batch @throws as `showPrice` */
export async function showOffer(
  deps: PricingServices & { settings: CheckoutSettings },
  request: PriceRequest,
  requestId?: string,
): Promise<{ batch: SoldBatch; price: PriceData }> {
  await requireOpenSales(deps.database);
  const requested = { code: request.coupon, email: '', address: null, replaces: request.replaces };
  const {
    price: paise,
    batch,
    coupon,
    seatRead,
  } = await readPricedOffer(deps, request, requested, {
    requestId,
    unavailable,
  });
  const tax = taxOf(deps.settings, batch, { state: request.state, gstin: request.gstin });
  const { refundPolicy } = await readCurrentTerms(deps.database);
  const price = {
    fee: rupeesOf(paise.unitPaise),
    sub_total: rupeesOf(paise.subTotalPaise),
    discount: rupeesOf(paise.discountPaise),
    taxable: rupeesOf(paise.taxablePaise),
    ...partsInRupees(gstPartsOf(paise.gstPaise, tax?.place ?? 'other_state')),
    gst_total: rupeesOf(paise.gstPaise),
    total_fee: rupeesOf(paise.totalPaise),
    seats_left: await seatsLeft(deps.database, seatRead, request.offer),
    coupon: coupon ? namedCoupon(coupon) : null,
    refund_policy: datedSteps(refundPolicy, batch.start_date),
    ...(deps.settings.issuesInvoices && { supplier_state: deps.settings.supplierState }),
  };
  return { batch, price };
}
