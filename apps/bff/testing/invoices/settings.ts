import type { Supplier } from '../../src/platform/settings/supplier.ts';

/** A made-up GSTIN. */
export const supplier: Supplier = {
  legalName: 'Kaveri Skills LLP',
  gstin: '29AAAAA0000A1ZY',
  address: { street: '4th Floor, 12 Temple Road, Ashok Nagar', town: 'Bengaluru', pin: '560025' },
  signatory: 'Meera Iyer',
};
