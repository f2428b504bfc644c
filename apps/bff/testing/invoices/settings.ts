import type { Supplier } from '../../src/platform/settings/supplier.ts';

/** A made-up GSTIN. */
export const supplier: Supplier = {
  legalName: 'Meridian Agile Academy Private Limited',
  gstin: '29AAAAM0000M1ZX',
  address: { street: '4th Floor, 12 Residency Road, Ashok Nagar', town: 'Bengaluru', pin: '560025' },
  signatory: 'Kavita Rao',
};
