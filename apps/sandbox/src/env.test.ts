import { expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './env.ts';

test('an empty environment gives the defaults', () => {
  const { port, host, settings } = readEnvironment({});
  expect({ port, host }).toEqual({ port: 4020, host: '127.0.0.1' });
  expect(settings).toMatchObject({
    razorpayKeyId: 'rzp_test_LocalSandbox',
    webhookUrl: 'http://127.0.0.1:3000/api/webhooks/razorpay',
    zohoLeadIdField: 'Website_Lead_ID',
    zohoLatencyMs: 0,
  });
});

test('ports and latencies are parsed as numbers', () => {
  const { port, settings } = readEnvironment({ SANDBOX_PORT: '5020', ZOHO_LATENCY_MS: '120' });
  expect(port).toBe(5_020);
  expect(settings.zohoLatencyMs).toBe(120);
});

test('the error names all invalid variables', () => {
  const read = () => readEnvironment({ SANDBOX_PORT: 'high', WEBHOOK_URL: 'nowhere', ZOHO_CLIENT_ID: '' });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(/SANDBOX_PORT.*WEBHOOK_URL.*ZOHO_CLIENT_ID/);
});
