import { randomUUID } from 'node:crypto';
import { atEnd } from '@meridian/stack/at-end';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { isMigrated, migrate } from '../database/migrate.ts';
import { createJobs } from './create-jobs.ts';
import type { Jobs, WorkResult } from './jobs.ts';

const { url: databaseUrl } = await useTestDatabase();
const database = openDatabase(databaseUrl);
const log = pino({ level: 'silent' });

async function started(): Promise<Jobs> {
  const jobs = createJobs({ databaseUrl, log });
  await jobs.start();
  atEnd(() => jobs.stop(1_000));
  return jobs;
}

const jobs = await started();
afterAll(() => database.destroy());

test('migrations may run concurrently and repeatedly', async () => {
  expect(await isMigrated(database)).toBe(false);
  await Promise.all([migrate(database), migrate(database), migrate(database)]);
  await migrate(database);
  expect(await isMigrated(database)).toBe(true);
});

test('a job exists once its transaction has committed, and each job has its own result', async () => {
  const handled: string[] = [];
  const lost = database.transaction().execute(async (transaction) => {
    await jobs.enqueue('book-order', [randomUUID()], { transaction });
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');

  const [good = '', flaky = '', later = ''] = [randomUUID(), randomUUID(), randomUUID()];
  await database.transaction().execute(async (transaction) => {
    await jobs.enqueue('book-order', [good, flaky], { transaction });
    await jobs.enqueue('book-order', [later], { transaction, startAfterSeconds: 3_600 });
    await jobs.enqueue('book-order', [], { transaction });
  });
  const failedOnce = new Set<string>();
  await jobs.work('book-order', { batchSize: 10, concurrency: 1 }, async (ids) => {
    handled.push(...ids);
    return new Map(
      ids.map((id): [string, WorkResult] => {
        if (id !== flaky || failedOnce.has(id)) return [id, 'done'];
        failedOnce.add(id);
        return [id, 'retry'];
      }),
    );
  });
  await expect.poll(() => handled.toSorted(), { timeout: 15_000 }).toEqual([good, flaky, flaky].toSorted());
});

test('a job inserted by a statement exists only if the statement succeeds', async () => {
  const jobsOf = async (id: string) => {
    const { rows } = await sql`
      select from pgboss.job where name = 'forward-lead' and data ->> 'id' = ${id}`.execute(database);
    return rows.length;
  };
  const [good, bad] = [randomUUID(), randomUUID()];
  const run = async (id: string, divisor: number) =>
    sql`with enqueued as (${await jobs.insertOf('forward-lead', id)})
      select 1 / ${divisor}::integer as value`.execute(database);
  expect((await run(good, 1)).rows).toEqual([{ value: 1 }]);
  expect(await jobsOf(good)).toBe(1);
  await expect(run(bad, 0)).rejects.toThrow('division by zero');
  expect(await jobsOf(bad)).toBe(0);
});

test('start updates the options of a queue that an earlier release created', async () => {
  const deadLetter = async () => {
    const { rows } = await sql<{ dead_letter: string | null }>`
      select dead_letter from pgboss.queue where name = 'book-order'`.execute(database);
    return rows[0]?.dead_letter;
  };
  await sql`update pgboss.queue set dead_letter = null where name = 'book-order'`.execute(database);
  expect(await deadLetter()).toBeNull();
  await started();
  expect(await deadLetter()).toBe('dead-jobs');
});

test('a scheduled run happens once with three replicas', async () => {
  const runs: number[] = [];
  const replicas = [jobs, await started(), await started()];
  const name = `test-${randomUUID()}`;
  for (const [index, replica] of replicas.entries())
    await replica.every(name, 3_600, async () => {
      runs.push(index);
    });
  await expect.poll(() => runs.length, { timeout: 8_000 }).toBe(1);
  // A second run would begin within this time, because a replica immediately executes a run that it enqueued.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(runs).toHaveLength(1);
});

test('each scheduled run is reported, also a failed one', async () => {
  const runs: [string, string][] = [];
  const reporting = createJobs({
    databaseUrl,
    log,
    async onRun(schedule, result) {
      runs.push([schedule, result]);
      throw new Error('recording fails, which must not fail the run');
    },
  });
  await reporting.start();
  atEnd(() => reporting.stop(1_000));
  const [good, bad] = [`good-${randomUUID()}`, `bad-${randomUUID()}`];
  await reporting.every(good, 3_600, async () => undefined);
  await reporting.every(bad, 3_600, async () => {
    throw new Error('broken');
  });
  await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(2);
  expect(new Map(runs)).toEqual(
    new Map([
      [good, 'succeeded'],
      [bad, 'failed'],
    ]),
  );
});
