import { describe, expect, it } from 'vitest';
import { defaultMetricsPort, readSettings, usedPorts } from './settings.ts';

const fallback = {
  PORT: 3000,
  UPSTREAM_PORT: 4010,
  SANDBOX_PORT: 4020,
  SMTP_PORT: 4025,
  POSTGRES_PORT: 54320,
};

describe('which parts are started', () => {
  it.each([
    ['nothing is given', {}, { postgres: true, upstream: true, sandbox: true }],
    [
      'an upstream is given',
      { UPSTREAM_URL: 'http://u' },
      { postgres: true, upstream: false, sandbox: true },
    ],
    [
      'a database is given but not the one of the upstream',
      { DATABASE_URL: 'postgresql://d' },
      { postgres: true, upstream: true, sandbox: true },
    ],
    [
      'both databases are given',
      { DATABASE_URL: 'postgresql://d', UPSTREAM_DATABASE_URL: 'postgresql://u' },
      { postgres: false, upstream: true, sandbox: true },
    ],
    [
      'a database and an upstream are given',
      { DATABASE_URL: 'postgresql://d', UPSTREAM_URL: 'http://u' },
      { postgres: false, upstream: false, sandbox: true },
    ],
    ['only Razorpay is given', { RAZORPAY_KEY_ID: 'k' }, { postgres: true, upstream: true, sandbox: true }],
    [
      'Razorpay and Zoho are given',
      { RAZORPAY_KEY_ID: 'k', ZOHO_CLIENT_ID: 'c' },
      { postgres: true, upstream: true, sandbox: false },
    ],
    [
      'variables are empty',
      { UPSTREAM_URL: '', DATABASE_URL: '' },
      { postgres: true, upstream: true, sandbox: true },
    ],
  ])('when %s', (_, env, parts) => {
    expect(readSettings(env, fallback).parts).toEqual(parts);
  });

  it('uses no port for a part that is not started', () => {
    const env = {
      UPSTREAM_URL: 'http://u',
      DATABASE_URL: 'postgresql://d',
      RAZORPAY_KEY_ID: 'k',
      ZOHO_CLIENT_ID: 'c',
    };
    expect(usedPorts(readSettings(env, fallback))).toEqual(['PORT', 'METRICS_PORT']);
  });
});

describe('ports', () => {
  it('come from the environment', () => {
    const { ports } = readSettings({ PORT: '3100', SANDBOX_PORT: '4120', METRICS_PORT: '9000' }, fallback);
    expect(ports).toEqual({
      PORT: 3100,
      UPSTREAM_PORT: 4010,
      SANDBOX_PORT: 4120,
      SMTP_PORT: 4025,
      POSTGRES_PORT: 54320,
      METRICS_PORT: 9000,
      CONSOLE_PORT: 3101,
    });
  });

  it('include the port of the console if it is given, which must differ from the others', () => {
    expect(usedPorts(readSettings({ CONSOLE_PORT: '3001' }, fallback))).toContain('CONSOLE_PORT');
    expect(() => readSettings({ CONSOLE_PORT: '3000' }, fallback)).toThrow(/PORT and CONSOLE_PORT/);
  });

  it.each(['0', '65536', '3000.5', 'web', '-1'])(
    'cannot be %s: the error names the variable',
    (SANDBOX_PORT) => {
      expect(() => readSettings({ SANDBOX_PORT }, fallback)).toThrow(/SANDBOX_PORT/);
    },
  );

  it('of two parts must differ: the error names both variables', () => {
    expect(() => readSettings({ PORT: '4010' }, fallback)).toThrow(/PORT and UPSTREAM_PORT/);
  });

  it.each([
    [3000, 9464],
    [3100, 9564],
    [65_000, 58_536],
  ])('of a site on %i: the metrics are on %i by default', (port, metrics) => {
    expect(defaultMetricsPort(port)).toBe(metrics);
  });
});
