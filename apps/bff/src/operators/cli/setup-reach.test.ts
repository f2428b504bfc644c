/** The step "Domain and TLS" if a server cannot reach its own public address. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startDnsServer } from '../../../testing/operators/dns-server.ts';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { stampInstance } from '../../platform/database/instance.ts';
import { makeReachUrl } from '../doctor/reach.ts';
import { checkSteps } from '../setup/check-steps.ts';
import { openDoctorContext } from './doctor-context.ts';

// Nothing listens on port 9.
const publicUrl = 'https://localhost:9';
const site = await useSite({
  PUBLIC_URL: publicUrl,
  CONSOLE_URL: 'https://localhost:9',
  CONSOLE_SECRET: 'x'.repeat(32),
  TRUST_PROXY: '1',
});
const database = openDatabase(site.environment.DATABASE_URL, { maxConnections: 3 });
const dns = await startDnsServer({ localhost: { a: '127.0.0.1' } });
afterAll(async () => {
  dns.close();
  await database.destroy();
});
await stampInstance(database, { appEnv: 'demo', digests: { RAZORPAY_KEY_SECRET: 'a digest' } });
beforeEach(() => database.deleteFrom('schedule_runs').execute());

const throughProxy = { host: 'localhost:9', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
const pathOf = (url: string) => new URL(url).pathname;
async function checkDomainStep() {
  const [result] = await checkSteps(openDoctorContext(site.environment, database, dns.resolver), ['domain']);
  return result;
}

it('passes after a browser has fetched an address of the site through the proxy', async () => {
  expect(await checkDomainStep()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('press "Check from this browser"'),
  });
  const url = await makeReachUrl({ database, publicUrl });
  expect(url).toMatch(/^https:\/\/localhost:9\/api\/reached\//);
  const { headers } = await site.http.get(pathOf(url)).set(throughProxy).expect(200);
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  expect(await checkDomainStep()).toMatchObject({
    state: 'passed',
    message: expect.stringContaining("an operator's browser reached it in the last hour"),
  });
  await database
    .updateTable('schedule_runs')
    .set({ succeeded_at: new Date(Date.now() - 2 * 60 * 60_000) })
    .execute();
  expect(await checkDomainStep()).toMatchObject({ state: 'failed' });
});

it('does not pass after a request without TLS, without the proxy, or to another host', async () => {
  const path = pathOf(await makeReachUrl({ database, publicUrl }));
  for (const [headers, origin] of [
    [{ ...throughProxy, 'x-forwarded-proto': 'http' }, 'http://localhost:9'],
    [{ ...throughProxy, host: 'other.example' }, 'https://other.example'],
    [{}, 'http://127.0.0.1:'],
  ] as const) {
    const { body } = await site.http.get(path).set(headers).expect(409);
    expect(body.message).toContain(`The request arrived as a request to ${origin}`);
    expect(body.message).toContain('set TRUST_PROXY');
  }
  expect(await checkDomainStep()).toMatchObject({ state: 'failed' });
});

it('does not pass after a request with a forged address, or an address of another installation', async () => {
  const path = pathOf(await makeReachUrl({ database, publicUrl }));
  const [, expires = '', signature = ''] = /(\d+)-(\w+)$/.exec(path) ?? [];
  for (const token of [
    `${Number(expires) + 1}-${signature}`,
    `${expires}-`,
    'x',
    `${expires}-${'0'.repeat(64)}`,
  ])
    await site.http.get(`/api/reached/${token}`).set(throughProxy).expect(404);
  await stampInstance(database, { appEnv: 'demo', digests: { RAZORPAY_KEY_SECRET: 'another digest' } });
  await site.http.get(path).set(throughProxy).expect(404);
  expect(await checkDomainStep()).toMatchObject({ state: 'failed' });
});
