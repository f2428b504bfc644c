/** The tax of an order: what is known of supplier, buyer and batch, put to the one decision. */
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { stateOfGstin } from '@meridian/contracts/checkout/gstin';
import type { CheckoutRequest } from '@meridian/contracts/checkout/orders';
import { abroad } from '@meridian/contracts/checkout/states';
import { decideTax, type TaxDecision } from '@meridian/contracts/checkout/tax-decision';
import { HttpProblem } from '../../http/errors.ts';
import type { CheckoutOptions } from '../dependencies.ts';
import type { SoldBatch } from '../order/order-tables.ts';

export interface Buyer {
  state: string | undefined;
  gstin: string | undefined;
}

/** @returns what a buyer told; without a state it is that of the GSTIN */
export function buyerOf({ billing }: Pick<CheckoutRequest, 'billing'>): Buyer {
  const gstin = billing?.company?.gstin;
  return { state: billing?.state ?? (gstin === undefined ? undefined : stateOfGstin(gstin)), gstin };
}

/** @returns undefined where the supplier's state is not set: nothing is known of the parts then */
export function taxOf(
  { supplierState, onlinePlace }: Pick<CheckoutOptions, 'supplierState' | 'onlinePlace'>,
  batch: Pick<SoldBatch, 'mode' | 'venue_state'>,
  buyer: Buyer,
): TaxDecision | undefined {
  if (supplierState === undefined) return undefined;
  return decideTax({
    ...{ supplierState, buyerState: buyer.state, buyerGstin: buyer.gstin },
    ...{ mode: batch.mode, venueState: batch.venue_state, onlinePlace },
  });
}

/** @returns how the tax of an order is divided; of orders before the decision was kept, by the two states alone */
export function taxPlaceOfOrder(order: {
  supplierState: string | null;
  billingState: string | null;
  placeOfSupply: string | null;
}): TaxPlace {
  return taxPlaceOf(order.supplierState ?? undefined, order.placeOfSupply ?? order.billingState ?? undefined);
}

const askFirst = 'For a booking from outside India please write to us first. Nothing was charged.';

/** @throws HttpProblem 400 where buyers from abroad are asked to write first, and this is one */
export function refuseForeigners(
  { foreignBuyers }: Pick<CheckoutOptions, 'foreignBuyers'>,
  buyer: Buyer,
): void {
  if (foreignBuyers === 'ask' && buyer.state === abroad)
    throw new HttpProblem(400, askFirst, { errors: { 'billing.state': [askFirst] } });
}
