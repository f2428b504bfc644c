import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { countUnaccounted } from '../ledger/lead-queries.ts';

const stack = await useLeadStack({ answerWaitMs: 300 });

const count = 20;

test('if connections break during shared commits, no lead is lost or stored twice', async () => {
  const bodies = Array.from({ length: count }, (_value, number) => ({
    ...samples.contact_us,
    email: `p${number}@example.com`,
    submission_id: randomUUID(),
  }));
  const send = (payload: object) => stack.app.inject({ method: 'POST', url: '/api/contact_us', payload });
  const breaker = new pg.Client({ connectionString: stack.databaseUrl });
  await breaker.connect();
  let waiting = count;
  // Each form is sent twice concurrently, like a double click.
  const sent = bodies.flatMap((body) => [send(body), send(body)]);
  const first = Promise.all(sent).finally(() => {
    waiting = 0;
  });
  while (waiting > 0)
    await breaker.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`);
  await breaker.end();
  const told = (await first).map((answer) => answer.statusCode);
  expect(told.filter((status) => status !== 200 && status < 500)).toEqual([]);

  // Resubmits each form, as a visitor would. Polls, because a connection that has just broken may cause one
  // more error.
  for (const body of bodies)
    await expect.poll(async () => (await send(body)).json()).toMatchObject({ status: 1 });
  expect(await countUnaccounted(stack.database)).toBe(0);
  await stack.makeDue();
  await stack.work();
  const ledger = await stack.ledger();
  expect(ledger).toHaveLength(count);
  expect(ledger.every((lead) => lead.crm_state === 'delivered')).toBe(true);
  expect(await stack.submissions()).toHaveLength(count);
  expect(await stack.crmLeads()).toHaveLength(count);
});
