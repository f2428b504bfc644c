import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment, Settings } from './settings.ts';

export type ServiceName = 'upstream' | 'sandbox' | 'bff';
export type PartName = ServiceName | 'postgres';

/** Addresses of a stack's parts. */
export type Addresses = {
  baseUrl: string;
  upstreamUrl: string;
  sandboxUrl: string;
  smtpPort: number;
  databaseUrl: string;
  upstreamDatabaseUrl: string;
};

// Only the sandbox accepts these keys, so they are not secret.
const razorpayStandIn = {
  RAZORPAY_KEY_ID: 'rzp_test_LocalSandbox',
  RAZORPAY_KEY_SECRET: 'sandbox_key_secret',
  RAZORPAY_WEBHOOK_SECRET: 'sandbox_webhook_secret',
};
const zohoStandIn = {
  ZOHO_CLIENT_ID: 'sandbox_client',
  ZOHO_CLIENT_SECRET: 'sandbox_client_secret',
  ZOHO_REFRESH_TOKEN: 'sandbox_refresh_token',
  ZOHO_LEAD_ID_FIELD: 'Website_Lead_ID',
};

const supplierNames = ['SUPPLIER_LEGAL_NAME', 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN'] as const;

const sampleInstance = resolve(import.meta.dirname, '../../../instances/meridian');

/**
 * Reads `demo.env` of the instance, so that the demonstration of another brand does not use the sample's
 * company.
 */
function demoSettings({ INSTANCE_DIR }: Environment): Record<string, string | undefined> {
  const file = join(INSTANCE_DIR || sampleInstance, 'demo.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

const pathSetting = /_(?:DIR|FILE)$/;

/**
 * @returns variables with a value, which override the defaults. Paths are relative to the folder of the
 * start.
 */
function presentValues(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value)
      .map(([name, value = '']) => [name, pathSetting.test(name) ? resolve(value) : value]),
  );
}

const partner = /^(?:RAZORPAY|ZOHO|SMTP)_|SECRET|TOKEN|DSN/;

/** @returns the BFF's settings in an environment, except secrets and settings of external services */
export function openSettings(env: Environment): Environment {
  const example = readFileSync(resolve(import.meta.dirname, '../../../.env.example'), 'utf8');
  const names = Object.keys(parseEnv(example)).filter((name) => !partner.test(name));
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}

/** Real settings of Razorpay and Zoho are given only to the BFF; the stand-ins get their own values. */
function standInValues(env: Environment, { given }: Settings): Environment {
  const values = presentValues(env);
  const pick = (defaults: Record<string, string>, real: boolean) =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, (!real && values[name]) || value]),
    );
  return { ...pick(razorpayStandIn, given.razorpay), ...pick(zohoStandIn, given.zoho) };
}

function bffDefaults(env: Environment, settings: Settings, addresses: Addresses): Environment {
  const { sandboxUrl } = addresses;
  const demo = demoSettings(env);
  const ownSupplier = supplierNames.some((name) => env[name]);
  const wantsDemoSupplier =
    demo.SUPPLIER_GSTIN !== undefined && (env.APP_ENV || 'demo') !== 'production' && !ownSupplier;
  return {
    APP_ENV: 'demo',
    PUBLIC_URL: addresses.baseUrl,
    UPSTREAM_URL: addresses.upstreamUrl,
    DATABASE_URL: addresses.databaseUrl,
    // All or none: an invoice that mixes real values with those of the demonstration would be legally wrong.
    ...(wantsDemoSupplier && {
      ...Object.fromEntries(supplierNames.map((name) => [name, demo[name]])),
      INVOICE_PREFIX: demo.INVOICE_PREFIX,
    }),
    // The reference upstream honours idempotency keys and supports changes; for another upstream, the
    // settings say so.
    ...(settings.parts.upstream && { UPSTREAM_IDEMPOTENT: 'true', UPSTREAM_BOOKING_CHANGES: 'true' }),
    // Without real keys only: otherwise the BFF would send the real keys to the stand-in.
    ...(!settings.given.razorpay && {
      ...razorpayStandIn,
      RAZORPAY_API_URL: sandboxUrl,
      RAZORPAY_CHECKOUT_URL: `${sandboxUrl}/v1/checkout.js`,
    }),
    ...(!settings.given.zoho && { ...zohoStandIn, ZOHO_ACCOUNTS_URL: sandboxUrl }),
    ...(settings.parts.sandbox &&
      !settings.given.smtp && {
        SMTP_URL: `smtp://127.0.0.1:${settings.ports.SMTP_PORT}`,
        MAIL_FROM: demo.MAIL_FROM || 'Demonstration <mail@example.com>',
        OPERATOR_EMAIL: demo.OPERATOR_EMAIL || 'operators@example.com',
      }),
  };
}

/**
 * @returns the environment of one service: defaults of the demonstration, overridden by the caller's
 * environment, and this by the stack's ports
 */
export function serviceEnvironment(
  name: ServiceName,
  env: Environment,
  settings: Settings,
  addresses: Addresses,
  dataDir: string,
): Environment {
  const ports = Object.fromEntries(Object.entries(settings.ports).map(([key, port]) => [key, String(port)]));
  const common = { ...presentValues(env), ...ports, DATA_DIR: dataDir };
  switch (name) {
    case 'bff':
      return { ...bffDefaults(env, settings, addresses), ...common };
    case 'upstream':
      return { UPSTREAM_DATABASE_URL: addresses.upstreamDatabaseUrl, ...common };
    case 'sandbox':
      return {
        WEBHOOK_URL: `${addresses.baseUrl}/api/webhooks/razorpay`,
        // Accepted emails survive a restart of the sandbox.
        SANDBOX_MAILS_FILE: join(dataDir, 'sandbox-mails'),
        ...common,
        ...standInValues(env, settings),
      };
  }
}
