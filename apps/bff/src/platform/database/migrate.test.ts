import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobs } from '../jobs/create-jobs.ts';
import { UnsuitableDatabaseError } from './connection/unsuitable.ts';
import { openDatabase } from './database.ts';
import { isMigrated, migrate, unknownMigrations } from './migrate.ts';
import { migrations } from './migrations.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url, { maxConnections: 4 });
const reader = new pg.Client({ connectionString: url });
beforeAll(async () => {
  await migrate(database);
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await database.destroy();
});

const forget = (name: string) => sql`delete from kysely_migration where name = ${name}`.execute(database);

describe('a migration', () => {
  it('releases its lock request repeatedly while a reader holds the table, so that visitors wait only shortly', async () => {
    const name = '9999-of-this-test';
    migrations[name] = {
      up: (transaction) =>
        sql`alter table leads add column of_this_test text`.execute(transaction).then(() => undefined),
    };
    await reader.query('begin');
    await reader.query('select count(*) from leads');
    const busy = Promise.withResolvers<void>();
    const migrating = migrate(database, { onBusy: busy.resolve });
    await busy.promise;
    // A visitor waits no longer than the lock time-out of one attempt.
    const waits: number[] = [];
    for (let requested = 0; requested < 20; requested += 1) {
      const askedAt = performance.now();
      await sql`update leads set updated_at = now() where false`.execute(database);
      waits.push(performance.now() - askedAt);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(Math.max(...waits)).toBeLessThan(2_000);
    await reader.query('commit');
    await migrating;
    expect(await isMigrated(database)).toBe(true);
    delete migrations[name];
    await forget(name);
    await sql`alter table leads drop column of_this_test`.execute(database);
  });

  it('refuses a database of a development version, and says what to do', async () => {
    const rename = (former: string, name: string) =>
      sql`update kysely_migration set name = ${name} where name = ${former}`.execute(database);
    await rename('0001-schema', '0001-schema-0123456789ab');
    const advice = 'delete the data folder (.data';
    await expect(migrate(database)).rejects.toThrow(UnsuitableDatabaseError);
    await expect(migrate(database)).rejects.toThrow(advice);
    await expect(isMigrated(database)).rejects.toThrow(advice);
    await rename('0001-schema-0123456789ab', '0001-leads');
    await expect(migrate(database)).rejects.toThrow(advice);
    await rename('0001-leads', '0001-schema');
    await migrate(database);
  });

  it('ignores migrations of a later version', async () => {
    const later = ['0099-of-a-later-version', '0001b-and-between'];
    for (const name of later)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
        database,
      );
    await migrate(database);
    expect(await isMigrated(database)).toBe(true);
    expect((await unknownMigrations(database)).toSorted()).toEqual(later.toSorted());
    for (const name of later) await forget(name);
  });
});

it('the tables of the job queue may be those of a later version', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const first = createJobs({ databaseUrl: url, log });
  await first.start();
  await first.stop(0);
  expect(lines).toEqual([]);
  await sql`update pgboss.version set version = version + 1`.execute(database);
  const second = createJobs({ databaseUrl: url, log });
  await second.start();
  await database
    .transaction()
    .execute((transaction) =>
      second.enqueue('forward-lead', ['0196a000-0000-7000-8000-000000000000'], { transaction }),
    );
  await second.stop(0);
  expect(lines).toEqual([expect.stringContaining('a later version')]);
});

it('leads are vacuumed after 1% of the rows has changed', async () => {
  const { rows } = await sql<{ options: string[] }>`
    select reloptions as options from pg_class where oid = 'leads'::regclass`.execute(database);
  expect(rows[0]?.options).toEqual(
    expect.arrayContaining(['fillfactor=50', 'autovacuum_vacuum_scale_factor=0.01']),
  );
});
