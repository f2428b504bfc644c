import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, expect, it, vi } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { runOps } from './run.ts';

const site = await useSite();
const database = openDatabase(site.environment.DATABASE_URL, { maxConnections: 2 });
afterAll(() => database.destroy());

async function ops(...words: string[]) {
  const lines: string[] = [];
  const status = await runOps(words, site.environment, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

it('a test payment is paid at the printed address and refunded by a worker; a later failure does not make its step missing', async () => {
  const { status, text } = await ops('setup', 'order');
  expect(status).toBe(0);
  const [, path = ''] = /https:\/\/academy\.example(\/checkout\/pay\/\S+)/.exec(text) ?? [];
  const page = await site.http.get(path).expect(200);
  const [, orderId = ''] = /name="order_id" value="([^"]+)"/.exec(page.text) ?? [];
  await supertest(site.sandboxUrl)
    .post('/_sandbox/pay')
    .send({ order_id: orderId, outcome: 'captured', webhook: 'drop' })
    .expect(200);
  await site.services.startWorkers();
  await vi.waitFor(
    async () => expect((await site.http.get(path).expect(200)).text).toContain('refunded: payments work'),
    10_000,
  );
  expect((await ops('setup', 'check', 'order')).text).toMatch(/passed {2}Test payment/);
  const { missing } = JSON.parse((await ops('setup', 'steps', '--json')).text) as { missing: string[] };
  expect(missing).toContain('Email');
  expect(missing).not.toContain('Test payment');
  // The CRM is optional.
  expect(missing).not.toContain('Zoho CRM');
  await sql`update check_orders set state = 'paid', provider_refund_id = null, paid_at = now() - interval '1 day'`.execute(
    database,
  );
  expect((await ops('setup', 'check', 'order')).text).toMatch(/failed {2}Test payment/);
  expect((await ops('setup', 'steps')).text).not.toMatch(/have never passed: .*Test payment/);
  const { rows } = await sql<{ by: string }>`select checked_by as by from setup_steps`.execute(database);
  expect(rows).toEqual([{ by: expect.stringMatching(/@/) }]);
});
