import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { isMigrated } from '../../platform/database/migrate.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { migrateCommand } from './migrate.ts';

const { url: databaseUrl } = await useTestDatabase();
const database = openDatabase(databaseUrl);
const started: Jobs[] = [];
afterAll(async () => {
  await Promise.all(started.map((jobs) => jobs.stop(1_000)));
  await database.destroy();
});

async function startJobs(): Promise<Jobs> {
  const jobs = createJobs({ databaseUrl, log: pino({ level: 'silent' }) });
  await jobs.start();
  started.push(jobs);
  return jobs;
}

async function ops(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const status = await migrateCommand(
    args,
    {
      database,
      roles: { siteUrl: databaseUrl, ownerUrl: undefined, consoleUrl: undefined },
      jobs: startJobs,
    },
    (line) => lines.push(line),
  );
  return { status, text: lines.join('\n') };
}

test('creates the tables and the queue once, also for concurrent runs', async () => {
  expect(await isMigrated(database)).toBe(false);
  const results = await Promise.all([ops(), ops(), ops()]);
  expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(await isMigrated(database)).toBe(true);
  const { rows } = await sql<{ queues: number }>`select count(*)::int as queues from pgboss.queue`.execute(
    database,
  );
  expect(rows[0]?.queues).toBeGreaterThan(0);
  expect(await ops()).toEqual({ status: 0, text: 'The database was up to date.' });
});

test('refuses other arguments', async () => {
  expect(await ops('down')).toMatchObject({ status: 2, text: expect.stringContaining('ops migrate') });
});
