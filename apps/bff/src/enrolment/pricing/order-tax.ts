/** Decides the tax of an order from supplier, buyer and batch. */
import type { Billing } from '@meridian/contracts/enrolment/billing';
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/enrolment/gst-parts';
import { stateOfGstin } from '@meridian/contracts/enrolment/gstin';
import type { CheckoutRequest } from '@meridian/contracts/enrolment/orders';
import { addressFromPaise } from '@meridian/contracts/enrolment/pricing';
import { abroad } from '@meridian/contracts/enrolment/states';
import {
  type ContactFirst,
  contactFirstOf,
  decideTax,
  type OnlinePlace,
  type TaxDecision,
} from '@meridian/contracts/enrolment/tax-decision';
import { instance } from '@meridian/contracts/site/instance';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';

export interface TaxSettings {
  /** Two-digit code, the first two digits of the supplier's GSTIN. */
  supplierState: string | undefined;
  /** Place of supply of online courses for buyers without GSTIN. */
  onlinePlace: OnlinePlace;
}

export interface Buyer {
  state: string | undefined;
  gstin: string | undefined;
  inSez?: boolean | undefined;
}

/** @returns the buyer's billing details; the state defaults to the GSTIN's */
export function buyerOf({ billing }: Pick<CheckoutRequest, 'billing'>): Buyer {
  const gstin = billing?.company?.gstin;
  return {
    state: billing?.state ?? (gstin === undefined ? undefined : stateOfGstin(gstin)),
    gstin,
    inSez: billing?.company?.sez,
  };
}

function questionOf(
  { mode, venue_state: venueState }: Pick<SoldBatch, 'mode' | 'venue_state'>,
  buyer: Buyer,
) {
  const { state: buyerState, gstin: buyerGstin, inSez } = buyer;
  return { buyerState, buyerGstin, inSez, mode, venueState };
}

/**
 * @returns the tax of an order; undefined if the supplier's state is not configured, because the parts of the
 * tax are then unknown
 */
export function taxOf(
  { supplierState, onlinePlace }: TaxSettings,
  batch: Pick<SoldBatch, 'mode' | 'venue_state'>,
  buyer: Buyer,
): TaxDecision | undefined {
  if (supplierState === undefined) return undefined;
  return decideTax({ supplierState, onlinePlace, ...questionOf(batch, buyer) });
}

/**
 * @returns how the tax of an order is split; for an order without a stored place of supply, by the states of
 * supplier and buyer
 */
export function taxPlaceOfOrder(order: {
  supplierState: string | null;
  billingState: string | null;
  placeOfSupply: string | null;
}): TaxPlace {
  return taxPlaceOf(order.supplierState ?? undefined, order.placeOfSupply ?? order.billingState ?? undefined);
}

const taxCases: Record<ContactFirst, string> = {
  foreign_online: 'a buyer outside India',
  foreign_classroom: 'a buyer outside India in a classroom in India',
  sez: 'a unit in a Special Economic Zone (SEZ)',
};

function writeToUs(): string {
  return `Please write to ${instance().contact.email} and we will arrange it with you. Nothing was charged.`;
}

/** @throws Refusal `invalid` if no invoice can be issued to this buyer */
export function refuseUninvoiceable(buyer: Buyer, supplierGstin: string | undefined): void {
  const { gstin, state } = buyer;
  if (gstin === undefined) return;
  if (gstin === supplierGstin)
    throw invalidField(
      'gstin_own',
      'billing.company.gstin',
      'This is our own GSTIN. Enter the one of your company',
    );
  if (state === undefined) throw invalidField('state_missing', 'billing.state', 'State is required');
}

/**
 * @throws Refusal `invalid` if an order with this tax cannot be paid online: the buyer is asked to contact us
 */
export function refuseToCharge(
  { foreignBuyers }: { foreignBuyers: 'charge' | 'ask' },
  batch: Pick<SoldBatch, 'mode' | 'venue_state'>,
  buyer: Buyer,
): void {
  const taxCase = contactFirstOf(questionOf(batch, buyer));
  if (taxCase === undefined || (taxCase === 'foreign_online' && foreignBuyers === 'charge')) return;
  const field = taxCase === 'sez' ? 'billing.company.sez' : 'billing.state';
  throw invalidField(
    'tax_unsupported',
    field,
    `A booking for ${taxCases[taxCase]} cannot be paid online. ${writeToUs()}`,
  );
}

/**
 * @throws Refusal `conflict` if an operator's correction makes the tax of an order a case that documents do
 * not support
 */
export function refuseToDocument(batch: Pick<SoldBatch, 'mode' | 'venue_state'>, buyer: Buyer): void {
  const taxCase = contactFirstOf(questionOf(batch, buyer));
  if (taxCase === 'sez' || taxCase === 'foreign_classroom')
    throw new Refusal('conflict', 'tax_unsupported', `Documents for ${taxCases[taxCase]} are not supported.`);
}

/**
 * Refuses an order of a large amount without the buyer's address, which the invoice must name (rule 46(e) of
 * the CGST Rules). Companies are exempt. Buyers abroad are exempt, because their address has no PIN.
 *
 * @throws Refusal `invalid`
 */
export function refuseWithoutAddress(billing: Billing, totalPaise: number): void {
  if (totalPaise < addressFromPaise || billing?.company || billing?.state === abroad) return;
  const errors = {
    ...(billing?.state === undefined && { 'billing.state': ['State is required'] }),
    ...(!billing?.address && {
      'billing.address.address': ['Address is required'],
      'billing.address.pin': ['PIN code is required'],
    }),
  };
  if (Object.keys(errors).length > 0)
    throw new Refusal(
      'invalid',
      'address_missing',
      'Your address is required on invoices of 50,000 rupees or more.',
      {
        errors,
      },
    );
}
