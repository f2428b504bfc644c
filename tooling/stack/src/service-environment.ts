import type { Environment, Settings } from './settings.ts';

export type ServiceName = 'upstream' | 'sandbox' | 'bff';
export type PartName = ServiceName | 'postgres';

/** The addresses that the parts of one stack know each other by. */
export type Addresses = {
  baseUrl: string;
  upstreamUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  upstreamDatabaseUrl: string;
};

// The stand-in accepts exactly these, so they open nothing anywhere else.
const razorpayStandIn = {
  RAZORPAY_KEY_ID: 'rzp_test_MeridianSandbox',
  RAZORPAY_KEY_SECRET: 'sandbox_key_secret',
  RAZORPAY_WEBHOOK_SECRET: 'sandbox_webhook_secret',
};
const zohoStandIn = {
  ZOHO_CLIENT_ID: 'sandbox_client',
  ZOHO_CLIENT_SECRET: 'sandbox_client_secret',
  ZOHO_REFRESH_TOKEN: 'sandbox_refresh_token',
  ZOHO_LEAD_ID_FIELD: 'Website_Lead_ID',
};

/** What replaces the defaults: every variable that has a value. */
function presentValues(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

/** Settings of a real provider are for the BFF alone: its stand-in keeps the values that it is known by. */
function standInValues(env: Environment, { given }: Settings): Environment {
  const values = presentValues(env);
  const pick = (defaults: Record<string, string>, real: boolean) =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, (!real && values[name]) || value]),
    );
  return { ...pick(razorpayStandIn, given.razorpay), ...pick(zohoStandIn, given.zoho) };
}

function bffDefaults(settings: Settings, addresses: Addresses): Environment {
  const { sandboxUrl } = addresses;
  return {
    APP_ENV: 'demo',
    PUBLIC_URL: addresses.baseUrl,
    UPSTREAM_URL: addresses.upstreamUrl,
    DATABASE_URL: addresses.databaseUrl,
    // Of the sample brand, and registered nowhere.
    SUPPLIER_GSTIN: '29AAAAM0000M1ZX',
    // Our own upstream honours idempotency keys and takes changes; of another nobody knows before its operator says so.
    ...(settings.parts.upstream && { UPSTREAM_IDEMPOTENT: 'true', UPSTREAM_BOOKING_CHANGES: 'true' }),
    // Where real keys are given nothing may point to the stand-in: it would be sent those keys.
    ...(!settings.given.razorpay && {
      ...razorpayStandIn,
      RAZORPAY_API_URL: sandboxUrl,
      RAZORPAY_CHECKOUT_URL: `${sandboxUrl}/v1/checkout.js`,
    }),
    ...(!settings.given.zoho && { ...zohoStandIn, ZOHO_ACCOUNTS_URL: sandboxUrl }),
  };
}

/**
 * The environment of one service: defaults that make a working demonstration, over them whatever the caller's
 * environment holds, and over that the ports, which are the same numbers in every form.
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
      return { ...bffDefaults(settings, addresses), ...common };
    case 'upstream':
      return { UPSTREAM_DATABASE_URL: addresses.upstreamDatabaseUrl, ...common };
    case 'sandbox':
      return {
        WEBHOOK_URL: `${addresses.baseUrl}/api/webhooks/razorpay`,
        ...common,
        ...standInValues(env, settings),
      };
  }
}
