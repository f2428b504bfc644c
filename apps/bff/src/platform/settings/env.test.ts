import { secondBrandDir } from '@meridian/instance/sample';
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
  RAZORPAY_API_URL: 'http://127.0.0.1:4020',
  ZOHO_ACCOUNTS_URL: 'http://127.0.0.1:4020',
  ZOHO_CLIENT_ID: 'id',
  ZOHO_CLIENT_SECRET: 'secret',
  ZOHO_REFRESH_TOKEN: 'token',
};

const production = {
  ...demo,
  APP_ENV: 'production',
  INSTANCE_DIR: secondBrandDir,
  PUBLIC_URL: 'https://academy.example',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_API_URL: '',
  ZOHO_ACCOUNTS_URL: '',
  UPSTREAM_URL: 'https://upstream.example',
  DATABASE_URL: 'postgresql://bff@db.example/bff?sslmode=verify-full',
  RAZORPAY_WEBHOOK_SECRET: 'a secret that is long',
};

function faultsOf(source: Record<string, string | undefined>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
  return [];
}

describe('readEnv', () => {
  it('uses defaults for missing settings', () => {
    expect(readEnv(demo)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      role: 'all',
      metricsPort: undefined,
      publicUrl: 'http://127.0.0.1:3000',
      upstreamUrl: 'http://127.0.0.1:4010',
      upstreamIdempotent: false,
      corsOrigins: [],
      trustProxy: false,
      razorpay: { webhookSecrets: ['hook'], checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js' },
    });
  });

  it('reads lists, flags and numbers', () => {
    const env = readEnv({
      ...demo,
      CORS_ORIGINS: 'https://a.example, https://b.example:8443',
      TRUST_PROXY: '2',
      UPSTREAM_IDEMPOTENT: 'true',
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old',
    });
    expect(env).toMatchObject({
      corsOrigins: ['https://a.example', 'https://b.example:8443'],
      upstreamIdempotent: true,
      razorpay: { webhookSecrets: ['hook', 'old'] },
    });
    const { trustProxy } = env;
    if (typeof trustProxy !== 'function') throw new Error('a number of proxies is not a function');
    expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual([true, true, false]);
    expect(readEnv({ ...demo, TRUST_PROXY: '10.0.0.0/8' }).trustProxy).toBe('10.0.0.0/8');
    // Every client could then send the header as a trusted proxy.
    for (const everybody of ['true', '0.0.0.0/0', '10.0.0.0/8,::/0'])
      expect(faultsOf({ ...demo, TRUST_PROXY: everybody })).toContainEqual(
        expect.stringMatching(/^TRUST_PROXY: /),
      );
  });

  it('reports all errors together', () => {
    const faults = faultsOf({
      PORT: 'http',
      BFF_ROLE: 'cook',
      DATABASE_URL: 'mysql://x',
      CORS_ORIGINS: '*',
      TRUST_PROXY: 'yes',
    });
    expect(faults).toEqual(
      expect.arrayContaining([
        'PORT: must be a port number',
        'BFF_ROLE: must be all, web, worker or console',
        'DATABASE_URL: must be a postgresql:// address',
        'UPSTREAM_URL: is required',
        'RAZORPAY_KEY_ID: is required',
        'ZOHO_REFRESH_TOKEN: is required',
        expect.stringMatching(/^TRUST_PROXY: /),
        'CORS_ORIGINS: must be origins such as https://www.example.com, separated by commas',
      ]),
    );
  });

  it.each([
    'postgresql://bff:x@one:5432,two:5432/bff',
    'postgresql://bff:x@one,two/bff?target_session_attrs=read-write',
    'postgresql:///bff?host=one%2Ctwo',
    'postgresql://one,two/bff',
  ])('pooling: refuses an address with several hosts, with advice: %s', (url) => {
    const advice = expect.stringMatching(/DATABASE_URL: must name one host: a proxy/);
    expect(faultsOf({ DATABASE_URL: url })).toContainEqual(advice);
  });

  it('pooling: accepts a comma in a password', () => {
    const { databaseUrl } = readEnv({
      ...demo,
      DATABASE_URL: 'postgresql://bff:a,b@one/bff?options=-c%20x=1,2',
    });
    expect(databaseUrl).toContain('a,b@one');
  });

  it('reports invalid values together with errors that depend on APP_ENV', () => {
    expect(
      faultsOf({
        ...production,
        PORT: 'x',
        PUBLIC_URL: '',
        RAZORPAY_KEY_ID: 'rzp_test_1',
        ZOHO_CLIENT_ID: '',
      }),
    ).toEqual([
      'PORT: must be a port number',
      'ZOHO_CLIENT_ID: is required',
      'RAZORPAY_KEY_ID: production needs a live key (rzp_live_…)',
      'PUBLIC_URL: is required in production',
    ]);
    expect(faultsOf({ ...demo, PORT: 'x', RAZORPAY_KEY_ID: 'rzp_live_1' })).toEqual([
      'PORT: must be a port number',
      'RAZORPAY_KEY_ID: a live key is for APP_ENV=production only',
    ]);
  });

  it('accepts real addresses and live keys in production', () => {
    expect(readEnv(production)).toMatchObject({
      razorpay: { apiUrl: 'https://api.razorpay.com' },
      zoho: { accountsUrl: 'https://accounts.zoho.in' },
    });
  });

  it('defaults to production', () => {
    expect(faultsOf({ ...demo, APP_ENV: undefined })).toContain('PUBLIC_URL: is required in production');
  });

  it.each([
    ['RAZORPAY_API_URL', 'http://127.0.0.1:4020'],
    ['RAZORPAY_API_URL', 'https://localhost'],
    ['RAZORPAY_CHECKOUT_URL', 'https://pay.sandbox.internal/checkout.js'],
    ['ZOHO_ACCOUNTS_URL', 'http://sandbox:4020'],
    ['ZOHO_ACCOUNTS_URL', 'https://[::1]:4020'],
    ['RAZORPAY_KEY_ID', 'rzp_test_1'],
    ['PUBLIC_URL', 'http://academy.example'],
  ])('refuses %s=%s in production', (name, value) => {
    const [fault, ...others] = faultsOf({ ...production, [name]: value });
    expect(fault).toMatch(new RegExp(`^${name}: `));
    expect(others).toEqual([]);
  });

  const database = 'postgresql://bff@10.0.0.5/bff';
  it.each([
    ['UPSTREAM_URL', 'http://upstream:4010'],
    ['DATABASE_URL', database],
    ['DATABASE_URL', `${database}?sslmode=disable`],
    ['DATABASE_URL', `${database}?sslmode=prefer`],
    ['DATABASE_URL', `${database}?sslmode=disable&ssl=true`],
    ['RAZORPAY_WEBHOOK_SECRET', 'fifteen letters'],
    ['ALLOW_PLAINTEXT', 'everything'],
  ])('refuses unsafe values in production: %s=%s', (name, value) => {
    const [fault, ...others] = faultsOf({ ...production, [name]: value });
    expect(fault).toMatch(new RegExp(`^${name}\\b`));
    expect(others).toEqual([]);
  });

  it.each([
    [`${database}?sslmode=verify-full&sslrootcert=/run/ca.crt`, undefined],
    [`${database}?sslmode=require`, undefined],
    [`${database}?ssl=true`, undefined],
    ['postgresql:///bff?host=/var/run/postgresql', undefined],
    [database, 'database'],
    [database, 'upstream, database'],
  ])('accepts DATABASE_URL=%s in production, with ALLOW_PLAINTEXT=%s', (DATABASE_URL, ALLOW_PLAINTEXT) => {
    expect(faultsOf({ ...production, DATABASE_URL, ALLOW_PLAINTEXT })).toEqual([]);
  });

  it('allows plaintext for each connection separately', () => {
    const plain = { ...production, UPSTREAM_URL: 'http://upstream:4010', DATABASE_URL: database };
    expect(faultsOf({ ...plain, ALLOW_PLAINTEXT: 'upstream' })).toEqual([
      'DATABASE_URL: production needs sslmode=verify-full, or ALLOW_PLAINTEXT=database where the network between is private',
    ]);
    expect(faultsOf({ ...plain, ALLOW_PLAINTEXT: 'database' })).toEqual([
      'UPSTREAM_URL: production needs https, or ALLOW_PLAINTEXT=upstream where the network between is private',
    ]);
    expect(faultsOf({ ...plain, APP_ENV: 'staging', RAZORPAY_KEY_ID: 'rzp_test_1' })).toEqual([]);
  });

  it.each(['demo', 'staging'])('refuses live keys in %s', (place) => {
    expect(faultsOf({ ...demo, APP_ENV: place, RAZORPAY_KEY_ID: 'rzp_live_1' })).toEqual([
      'RAZORPAY_KEY_ID: a live key is for APP_ENV=production only',
    ]);
  });
});
