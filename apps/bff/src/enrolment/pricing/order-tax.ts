/** The tax of an order, decided from supplier, buyer and batch. */
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { stateOfGstin } from '@meridian/contracts/checkout/gstin';
import type { CheckoutRequest } from '@meridian/contracts/checkout/orders';
import { abroad } from '@meridian/contracts/checkout/states';
import { decideTax, type OnlinePlace, type TaxDecision } from '@meridian/contracts/checkout/tax-decision';
import { invalidField } from '../../platform/refusal.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';

export interface TaxSettings {
  /** Two-digit code, the beginning of the supplier's GSTIN. */
  supplierState: string | undefined;
  /** Place of supply of unregistered buyers of online courses. */
  onlinePlace: OnlinePlace;
}

export interface Buyer {
  state: string | undefined;
  gstin: string | undefined;
}

/** @returns the buyer's billing details; the state defaults to the GSTIN's */
export function buyerOf({ billing }: Pick<CheckoutRequest, 'billing'>): Buyer {
  const gstin = billing?.company?.gstin;
  return { state: billing?.state ?? (gstin === undefined ? undefined : stateOfGstin(gstin)), gstin };
}

/** @returns undefined if the supplier's state is not set: the parts of the tax are unknown then */
export function taxOf(
  { supplierState, onlinePlace }: TaxSettings,
  batch: Pick<SoldBatch, 'mode' | 'venue_state'>,
  buyer: Buyer,
): TaxDecision | undefined {
  if (supplierState === undefined) return undefined;
  return decideTax({
    supplierState,
    buyerState: buyer.state,
    buyerGstin: buyer.gstin,
    mode: batch.mode,
    venueState: batch.venue_state,
    onlinePlace,
  });
}

/** @returns how the tax of an order is divided; for orders without a stored decision, by the two states alone */
export function taxPlaceOfOrder(order: {
  supplierState: string | null;
  billingState: string | null;
  placeOfSupply: string | null;
}): TaxPlace {
  return taxPlaceOf(order.supplierState ?? undefined, order.placeOfSupply ?? order.billingState ?? undefined);
}

const askFirst = 'For a booking from outside India please write to us first. Nothing was charged.';

/** @throws Refusal `invalid` if this is a buyer from abroad, and such buyers are asked to contact us first */
export function refuseForeigners({ foreignBuyers }: { foreignBuyers: 'charge' | 'ask' }, buyer: Buyer): void {
  if (foreignBuyers === 'ask' && buyer.state === abroad)
    throw invalidField('state_missing', 'billing.state', askFirst);
}
