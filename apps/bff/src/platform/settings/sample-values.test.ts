import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { sampleFolder, secondBrandDir } from '@meridian/instance/sample';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { EnvError } from './env-error.ts';
import { sampleInstanceDir } from './sample-values.ts';

const production = {
  APP_ENV: 'production',
  INSTANCE_DIR: secondBrandDir,
  PUBLIC_URL: 'https://kaveriskills.in',
  DATABASE_URL: 'postgresql://bff@db.kaveriskills.in/bff?sslmode=verify-full',
  UPSTREAM_URL: 'https://upstream.kaveriskills.in',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'a secret that is long',
  ZOHO_CLIENT_ID: 'id',
  ZOHO_CLIENT_SECRET: 'secret',
  ZOHO_REFRESH_TOKEN: 'token',
  SUPPLIER_LEGAL_NAME: 'Kaveri Skills LLP',
  SUPPLIER_ADDRESS: '7 Cathedral Road, Chennai 600086',
  SUPPLIER_GSTIN: '33AAPFU0939F1Z2',
  SMTP_URL: 'smtps://mail.kaveriskills.in',
  MAIL_FROM: 'Kaveri Skills <mail@kaveriskills.in>',
  OPERATOR_EMAIL: 'desk@kaveriskills.in',
  CRM_COMPANY: 'Kaveri Skills',
};

function faultsOf(change: Record<string, string>): readonly string[] {
  try {
    readEnv({ ...production, ...change });
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
  return [];
}

describe('values of the sample brand', () => {
  it('are not found in settings of another brand', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it('are refused in production, with one error for each', () => {
    const { INVOICE_PREFIX: _prefix, ...demo } = parseEnv(
      readFileSync(join(sampleInstanceDir, 'demo.env'), 'utf8'),
    );
    const sample = {
      ...demo,
      // The same value in another format.
      SUPPLIER_ADDRESS: `${demo.SUPPLIER_ADDRESS}`.replace(/ (?=\w+ Road)/, '  ').replace(/\d{3}$/, ' $&'),
      SUPPLIER_GSTIN: `${demo.SUPPLIER_GSTIN}`.toLowerCase(),
      CRM_COMPANY: sampleFolder.instance.name,
    };
    expect(faultsOf(sample)).toEqual(
      Object.keys(sample)
        .toSorted()
        .map((name) => `${name}: is the sample brand's`),
    );
    expect(faultsOf({ ...sample, APP_ENV: 'staging', RAZORPAY_KEY_ID: 'rzp_test_1' })).toEqual([]);
  });

  it('are refused in production if the instance has them', () => {
    expect(faultsOf({ INSTANCE_DIR: sampleInstanceDir })).toEqual([
      "INSTANCE_DIR: site.yaml: name: is the sample brand's",
      "INSTANCE_DIR: site.yaml: contact: is the sample brand's",
      "INSTANCE_DIR: site.yaml: grievance: is the sample brand's",
    ]);
  });
});
