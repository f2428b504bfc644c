import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { type ServiceName, serviceEnvironment } from './service-environment.ts';
import { readSettings } from './settings.ts';

const sample = parseEnv(
  readFileSync(resolve(import.meta.dirname, '../../../instances/meridian/demo.env'), 'utf8'),
);

const addresses = {
  baseUrl: 'http://127.0.0.1:3100',
  upstreamUrl: 'http://127.0.0.1:4110',
  sandboxUrl: 'http://127.0.0.1:4120',
  smtpPort: 4125,
  databaseUrl: 'postgresql://d/bff',
  upstreamDatabaseUrl: 'postgresql://d/upstream',
};

function environmentOf(name: ServiceName, env: Record<string, string> = {}) {
  const settings = readSettings(env, {
    PORT: 3100,
    UPSTREAM_PORT: 4110,
    SANDBOX_PORT: 4120,
    SMTP_PORT: 4125,
    POSTGRES_PORT: 54330,
  });
  return serviceEnvironment(name, env, settings, addresses, '/data');
}

it('gives the BFF all settings of a demonstration', () => {
  expect(environmentOf('bff')).toMatchObject({
    APP_ENV: 'demo',
    PORT: '3100',
    METRICS_PORT: '9564',
    PUBLIC_URL: 'http://127.0.0.1:3100',
    DATABASE_URL: 'postgresql://d/bff',
    UPSTREAM_URL: 'http://127.0.0.1:4110',
    UPSTREAM_IDEMPOTENT: 'true',
    UPSTREAM_BOOKING_CHANGES: 'true',
    RAZORPAY_API_URL: 'http://127.0.0.1:4120',
    RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:4120/v1/checkout.js',
    ZOHO_ACCOUNTS_URL: 'http://127.0.0.1:4120',
    ZOHO_LEAD_ID_FIELD: 'Website_Lead_ID',
    SMTP_URL: 'smtp://127.0.0.1:4125',
    MAIL_FROM: sample.MAIL_FROM,
  });
});

it('resolves paths from the folder of the start, and reads the demo.env of another brand from its folder', () => {
  const own = environmentOf('bff', {
    INSTANCE_DIR: 'packages/instance/fixtures/kaveri',
    CONTENT_DIR: 'content',
  });
  expect(own).toMatchObject({
    INSTANCE_DIR: resolve('packages/instance/fixtures/kaveri'),
    CONTENT_DIR: resolve('content'),
    MAIL_FROM: 'Demonstration <mail@example.com>',
  });
  expect(Object.keys(own).filter((name) => /^SUPPLIER_|^INVOICE_/.test(name))).toEqual([]);
});

it('sets all values of the sample supplier in a demonstration without a supplier, otherwise none of them', () => {
  expect(environmentOf('bff')).toMatchObject({ SUPPLIER_GSTIN: sample.SUPPLIER_GSTIN, INVOICE_PREFIX: 'MA' });
  const own = environmentOf('bff', { SUPPLIER_LEGAL_NAME: 'Kaveri Skills LLP' });
  expect(own).not.toHaveProperty('SUPPLIER_GSTIN');
  expect(own).not.toHaveProperty('INVOICE_PREFIX');
  const production = environmentOf('bff', { APP_ENV: 'production' });
  expect(Object.keys(production).filter((name) => /^SUPPLIER_|^INVOICE_/.test(name))).toEqual([]);
});

it('sets no stand-in mail server if a real one is given or the sandbox does not run', () => {
  const given = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@mail.example' };
  const bff = environmentOf('bff', given);
  expect(bff).toMatchObject(given);
  expect(bff).not.toHaveProperty('OPERATOR_EMAIL');
  const without = environmentOf('bff', { RAZORPAY_KEY_ID: 'rzp_live_1', ZOHO_CLIENT_ID: 'real' });
  expect(without).not.toHaveProperty('SMTP_URL');
});

it('overrides every default with the environment', () => {
  const env = environmentOf('bff', {
    APP_ENV: 'staging',
    PUBLIC_URL: 'https://example.org',
    LOG_LEVEL: 'warn',
  });
  expect(env).toMatchObject({ APP_ENV: 'staging', PUBLIC_URL: 'https://example.org', LOG_LEVEL: 'warn' });
});

it('never gives real keys to a stand-in, and no stand-in address to a BFF with real keys', () => {
  const env = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'real' };
  const bff = environmentOf('bff', env);
  expect(bff).toMatchObject(env);
  expect(bff).not.toHaveProperty('RAZORPAY_API_URL');
  expect(bff).not.toHaveProperty('RAZORPAY_WEBHOOK_SECRET');
  expect(bff.ZOHO_ACCOUNTS_URL).toBe('http://127.0.0.1:4120');
  expect(environmentOf('sandbox', env)).toMatchObject({
    RAZORPAY_KEY_ID: 'rzp_test_LocalSandbox',
    RAZORPAY_KEY_SECRET: 'sandbox_key_secret',
  });
});

it('does not set UPSTREAM_IDEMPOTENT for an external upstream', () => {
  const bff = environmentOf('bff', { UPSTREAM_URL: 'https://u.example' });
  expect(bff).not.toHaveProperty('UPSTREAM_IDEMPOTENT');
  expect(bff).not.toHaveProperty('UPSTREAM_BOOKING_CHANGES');
});

it('gives the stand-ins and the upstream their ports and addresses', () => {
  expect(environmentOf('sandbox', { RAZORPAY_WEBHOOK_SECRET: 'changed' })).toMatchObject({
    SANDBOX_PORT: '4120',
    SMTP_PORT: '4125',
    SANDBOX_MAILS_FILE: '/data/sandbox-mails',
    WEBHOOK_URL: 'http://127.0.0.1:3100/api/webhooks/razorpay',
    RAZORPAY_WEBHOOK_SECRET: 'changed',
    ZOHO_CLIENT_ID: 'sandbox_client',
  });
  expect(environmentOf('upstream')).toMatchObject({
    UPSTREAM_PORT: '4110',
    UPSTREAM_DATABASE_URL: 'postgresql://d/upstream',
  });
  expect(environmentOf('upstream')).not.toHaveProperty('UPSTREAM_FAULTS');
});
