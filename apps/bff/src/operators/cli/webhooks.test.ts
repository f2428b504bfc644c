import { afterAll, beforeEach, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { webhooksCommand } from './webhooks.ts';

const { url: databaseUrl } = await useMigratedDatabase();
const database = openDatabase(databaseUrl, { maxConnections: 2 });
afterAll(() => database.destroy());
beforeEach(() => database.deleteFrom('webhook_endpoints').execute());

async function ops(args: string, isDemo = true) {
  const lines: string[] = [];
  const deps = { database, actions: actionsOn(database, { isDemo }) };
  const status = await webhooksCommand(args.split(' '), deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}
const listed = async () => JSON.parse((await ops('list --json')).text).endpoints;

it('adds an endpoint and prints its secret once', async () => {
  const added = await ops(
    'add https://example.com/hooks --events lead.accepted,booking.moved --personal-data',
  );
  expect(added.status).toBe(0);
  expect(added.text).toMatch(/^Secret: whsec_[\w+/=]{44}$/m);
  const [endpoint] = await listed();
  expect(added.text).toContain(`Endpoint: ${endpoint.id}`);
  expect(endpoint).toMatchObject({ events: ['lead.accepted', 'booking.moved'], personal_data: true });
  const { text } = await ops('list');
  expect(text).toContain('https://example.com/hooks');
  expect(text).not.toContain('whsec_');
});

it('tests, pauses, resumes and removes an endpoint, rotates its secret, retries its deliveries, and prints its log', async () => {
  await ops('add https://example.com/hooks --events lead.accepted');
  const [{ id }] = await listed();
  expect(await ops(`send-test ${id}`)).toMatchObject({ status: 0 });
  expect(await listed()).toMatchObject([{ due: 1 }]);
  expect((await ops(`log ${id}`)).status).toBe(0);
  expect(await ops(`pause ${id}`)).toMatchObject({ status: 0 });
  expect(await listed()).toMatchObject([{ paused_by: 'operator' }]);
  expect(await ops(`send-test ${id}`)).toMatchObject({ status: 1 });
  expect(await ops(`resume ${id}`)).toMatchObject({ status: 0 });
  expect((await ops(`rotate-secret ${id}`)).text).toMatch(/^Secret: whsec_/m);
  expect((await ops(`retry ${id}`)).text).toMatch(/^1 delivery is sent again/);
  expect(await ops(`remove ${id}`)).toMatchObject({ status: 0 });
  expect(await listed()).toEqual([]);
});

it.each([
  ['add http://example.com/hooks --events lead.accepted', 2, '--url'],
  ['add https://example.com/hooks --events lead.lost', 2, '--events'],
  ['log everything', 2, 'ENDPOINT'],
  ['log 019aa000-0000-7000-8000-000000000001 again', 2, 'Unexpected argument "again"'],
  ['list everything', 2, 'Unexpected argument "everything"'],
  ['pause 019aa000-0000-7000-8000-000000000001', 1, 'Endpoint not found'],
])('%s is refused with the reason', async (args, status, reason) => {
  const answer = await ops(args, false);
  expect(answer.status).toBe(status);
  expect(answer.text.toLowerCase()).toContain(reason.replace('--url', 'url').toLowerCase());
});
