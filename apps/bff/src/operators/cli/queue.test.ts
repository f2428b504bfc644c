import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import { recordRun } from '../../platform/jobs/queue-state.ts';
import { queueCommand } from './queue.ts';

const { url: databaseUrl } = await useMigratedDatabase();
const database = openDatabase(databaseUrl);
await migrate(database);
const jobs = createJobs({ databaseUrl, log: pino({ level: 'silent' }) });
await jobs.start();
afterAll(async () => {
  await jobs.stop(1_000);
  await database.destroy();
});

async function ops(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const parts = { database, actions: actionsOn(database, { jobs }) };
  const status = await queueCommand(args, parts, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

const enqueue = (ids: string[], startAfterSeconds?: number) =>
  database
    .transaction()
    .execute((transaction) => jobs.enqueue('book-order', ids, { transaction, startAfterSeconds }));

interface Listed {
  queues: { queue: string; waiting: number; later: number; dead: number }[];
}

async function depth() {
  const { queues } = JSON.parse((await ops('--json')).text) as Listed;
  return queues.find(({ queue }) => queue === 'book-order');
}

const [first, second, third, later] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

test('shows the depth of each queue, and the last runs of scheduled jobs', async () => {
  await enqueue([first, second, third]);
  await enqueue([later], 3_600);
  await recordRun(database, 'sweep-leads', 'succeeded');
  await recordRun(database, 'sweep-leads', 'failed');
  expect(await depth()).toMatchObject({ waiting: 3, later: 1, active: 0, dead: 0 });
  const { status, text } = await ops();
  expect(status).toBe(0);
  expect(text).toMatch(/^queue +waiting +delayed +active +dead +oldest$/m);
  expect(text).toMatch(/^book-order +3 +1 +0 +0 +\d+ s$/m);
  expect(text).toMatch(/^sweep-leads( +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d IST){2}$/m);
});

test('lists dead jobs, and retries one or all', async () => {
  await sql`update pgboss.job set retry_limit = 0 where name = 'book-order'`.execute(database);
  await jobs.work('book-order', { batchSize: 10, concurrency: 1 }, async () => {
    throw new Error('the handler is broken');
  });
  await expect.poll(depth, { timeout: 10_000 }).toMatchObject({ waiting: 0, later: 1, dead: 3 });
  const { text } = await ops('dead', '--json');
  const { jobs: dead } = JSON.parse(text) as { jobs: { id: string; subject: string }[] };
  expect(dead.map(({ subject }) => subject).sort()).toEqual([first, second, third].sort());
  expect((await ops('dead')).text).toMatch(
    new RegExp(`^[0-9a-f-]{36}  book-order  ${second} .* 1  the handler is broken$`, 'm'),
  );

  const id = dead.find(({ subject }) => subject === first)?.id ?? '';
  expect(await ops('retry', id)).toEqual({ status: 0, text: 'The job is back in its queue.' });
  expect(await ops('retry', id)).toEqual({ status: 1, text: 'No failed job has this id.' });
  expect(await ops('retry', '--all', '--queue', 'forward-lead')).toEqual({
    status: 0,
    text: '0 jobs are back in their queues.',
  });
  const all = await ops('retry', '--all', '--json');
  expect({ ...all, text: JSON.parse(all.text) }).toMatchObject({ status: 0, text: { sent_back: 2 } });
  // The jobs have a full set of retries. The handler still fails, so they wait in back-off.
  await expect.poll(depth, { timeout: 10_000 }).toMatchObject({ waiting: 0, later: 4, dead: 0 });
});

test('cancels waiting and dead jobs', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where data ->> 'id' = ${later} and name = 'book-order'`.execute(database);
  const id = rows[0]?.id ?? '';
  expect(await ops('cancel', id)).toMatchObject({ status: 0 });
  expect(await ops('cancel', id)).toMatchObject({ status: 1 });
  await sql`
    update pgboss.job set retry_limit = 0, start_after = now() where name = 'book-order' and state = 'retry'`.execute(
    database,
  );
  await expect.poll(depth, { timeout: 10_000 }).toMatchObject({ later: 0, dead: 3 });
  const listed = JSON.parse((await ops('dead', '--json')).text) as { jobs: { id: string }[] };
  const [dead] = listed.jobs;
  const cancelled = await ops('cancel', dead?.id ?? '', '--json');
  expect(JSON.parse(cancelled.text)).toMatchObject({ cancelled: dead?.id });
  const again = await ops('cancel', dead?.id ?? '', '--json');
  expect(again.status).toBe(1);
  expect(JSON.parse(again.text)).toMatchObject({ error: expect.any(String) });
  expect(await depth()).toMatchObject({ dead: 2 });
});

test.each([[['nonsense']], [['retry']], [['retry', 'x']], [['cancel']], [['retry', '--all', randomUUID()]]])(
  '%j is a usage error',
  async (args) => {
    const { status, text } = await ops(...args);
    expect(status).toBe(2);
    expect(text).toContain('ops queue');
  },
);

test('refuses an unknown queue and lists the queues', async () => {
  expect(await ops('retry', '--all', '--queue', 'post')).toMatchObject({
    status: 2,
    text: expect.stringContaining('forward-lead, deliver-lead, book-order, change-booking'),
  });
});
