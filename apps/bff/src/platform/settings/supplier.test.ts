import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { EnvError } from './env-error.ts';

const demo = {
  APP_ENV: 'demo',
  DATABASE_URL: 'postgresql://bff@127.0.0.1/bff',
  UPSTREAM_URL: 'http://127.0.0.1:4010/',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'hook',
  ZOHO_CLIENT_ID: 'id',
  ZOHO_CLIENT_SECRET: 'secret',
  ZOHO_REFRESH_TOKEN: 'token',
};
const supplier = {
  SUPPLIER_LEGAL_NAME: 'Kaveri Skills LLP',
  SUPPLIER_ADDRESS: '4th Floor, 12 Temple Road, Bengaluru 560 025',
  SUPPLIER_GSTIN: ' 29aaaaa0000a1zy',
};

function faultsOf(given: Record<string, string>): readonly string[] {
  try {
    readEnv({ ...demo, ...given });
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
  return [];
}

describe('the settings of the supplier', () => {
  it('are read in the form that invoices need', () => {
    expect(readEnv({ ...demo, ...supplier })).toMatchObject({
      supplierGstin: '29AAAAA0000A1ZY',
      supplier: {
        legalName: 'Kaveri Skills LLP',
        gstin: '29AAAAA0000A1ZY',
        address: { street: '4th Floor, 12 Temple Road', town: 'Bengaluru', pin: '560025' },
        signatory: null,
      },
      invoices: { prefix: 'INV', issue: 'payment', eInvoice: false },
      onlinePlace: 'recipient_state',
      foreignBuyers: 'ask',
    });
  });

  it('may be omitted, or be the GSTIN alone', () => {
    expect(readEnv(demo).supplier).toBeUndefined();
    const { supplier: read, supplierGstin } = readEnv({ ...demo, SUPPLIER_GSTIN: supplier.SUPPLIER_GSTIN });
    expect({ read, supplierGstin }).toEqual({ read: undefined, supplierGstin: '29AAAAA0000A1ZY' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a slip in the GSTIN', { SUPPLIER_GSTIN: '29AAAAA0000A1ZX' }, 'SUPPLIER_GSTIN: must be a GSTIN'],
    ['a GSTIN of no state', { SUPPLIER_GSTIN: '9917USA00012UNV' }, 'SUPPLIER_GSTIN: must be a GSTIN'],
    [
      'an address without PIN',
      { SUPPLIER_ADDRESS: '12 MG Road, Bengaluru' },
      'SUPPLIER_ADDRESS: must be an address',
    ],
    [
      'a name too long',
      { SUPPLIER_LEGAL_NAME: 'x'.repeat(101) },
      'SUPPLIER_LEGAL_NAME: must have at most 100',
    ],
    ['no GSTIN', { SUPPLIER_GSTIN: '' }, 'SUPPLIER_GSTIN: is required if invoices are issued'],
    ['no name', { SUPPLIER_LEGAL_NAME: '' }, 'SUPPLIER_LEGAL_NAME: is required if'],
    [
      'a PIN of another state than the GSTIN',
      { SUPPLIER_ADDRESS: '1 Beach Road, Kochi 682001' },
      'SUPPLIER_ADDRESS: its PIN belongs to a state other than',
    ],
    ['a former state code', { SUPPLIER_GSTIN: '28AAPFU0939F1ZT' }, 'SUPPLIER_GSTIN: must be a GSTIN'],
    ['a long prefix', { INVOICE_PREFIX: 'MERI' }, 'INVOICE_PREFIX: must be one to three'],
    ['a prefix that begins with 0', { INVOICE_PREFIX: '0A' }, 'INVOICE_PREFIX: must be one to three'],
    ['another moment', { INVOICE_ISSUE: 'later' }, 'INVOICE_ISSUE: must be payment or batch_end'],
  ])('refuse %s', (_name, given, fault) => {
    expect(faultsOf({ ...supplier, ...given })).toEqual([expect.stringContaining(fault)]);
  });

  it('refuse e-invoices in production, because their rules are not implemented', () => {
    expect(faultsOf({ ...supplier, SUPPLIER_EINVOICE: 'on' })).toEqual([]);
    expect(faultsOf({ ...supplier, SUPPLIER_EINVOICE: 'on', APP_ENV: 'production' })).toContainEqual(
      expect.stringContaining('SUPPLIER_EINVOICE: "on" is not supported in production'),
    );
  });

  it('refuse e-invoices without a supplier, with an error for each missing setting', () => {
    expect(faultsOf({ SUPPLIER_EINVOICE: 'on' })).toEqual(
      ['SUPPLIER_LEGAL_NAME', 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN'].map(
        (name) => `${name}: is required if invoices are issued`,
      ),
    );
  });
});
