/** Merges a change into an order's billing details. */
import {
  type BillingAddress,
  billingAddress,
  type Company,
  type CorrectionRequest,
  company,
} from '@meridian/contracts/enrolment/billing';
import { stateOfGstin } from '@meridian/contracts/enrolment/gstin';
import type { z } from 'zod';
import { Refusal } from '../../platform/refusal.ts';
import type { Order } from '../orders/order.ts';

export interface PatchedBilling {
  firstName: string;
  lastName: string;
  state: string | null;
  company: Company | null;
  address: BillingAddress | null;
}

/** @throws Refusal `invalid` if a required field is missing */
function complete<Value>(
  schema: z.ZodType<Value>,
  name: string,
  former: object | null,
  change: object,
): Value {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const read = schema.safeParse({ ...former, ...Object.fromEntries(named) });
  if (read.success) return read.data;
  const faults = read.error.issues.map(
    ({ path, message }) => [`${name}.${path.join('.')}`, message] as const,
  );
  const message = faults.map(([field, fault]) => `${field}: ${fault}`).join('; ');
  const errors = Object.fromEntries(faults.map(([field, fault]) => [field, [fault]]));
  throw new Refusal('invalid', 'billing_incomplete', message, { errors });
}

/**
 * @returns the order's billing details after the change; fields that the patch does not contain stay, except
 * that a GSTIN sets the state and a company removes the separate address
 * @throws Refusal `invalid` if a company or an address is incomplete
 */
export function patchedBilling(order: Order, patch: CorrectionRequest): PatchedBilling {
  const { first_name: firstName, last_name: lastName, company: forCompany, address } = patch;
  const changed =
    forCompany === undefined
      ? order.company
      : forCompany && complete(company, 'company', order.company, forCompany);
  const gstin = forCompany?.gstin;
  const stated = patch.state ?? (gstin === undefined ? undefined : stateOfGstin(gstin));
  return {
    firstName: firstName ?? order.contact.firstName,
    lastName: lastName ?? order.contact.lastName,
    state: stated ?? order.billingState,
    company: changed,
    // A company's address is part of the company's details.
    address: changed
      ? null
      : address === undefined
        ? order.billingAddress
        : address && complete(billingAddress, 'address', order.billingAddress, address),
  };
}
