/**
 * A database of 1.0.0 is upgraded with all later migrations, and the statements of 1.0.0 run on it. `pnpm lab
 * chaos rolling` runs the release itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { openDatabase } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const statements = readFileSync(
  join(import.meta.dirname, '../../../testing/database/statements-of-1.0.0.sql'),
  'utf8',
);
const ofRelease = Object.fromEntries(Object.entries(migrations).filter(([name]) => name === '0001-schema'));

async function openEmpty() {
  const { url } = await useTestDatabase();
  const database = openDatabase(url);
  onTestFinished(() => database.destroy());
  return { url, database };
}
type Open = Awaited<ReturnType<typeof openEmpty>>['database'];
type Row = Record<string, unknown>;

async function migrateToRelease(database: Open): Promise<void> {
  const provider = { getMigrations: async () => ofRelease };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error) throw error;
}

async function readRows(database: Open): Promise<Map<string, Row[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`.execute(
    database,
  );
  const found = new Map<string, Row[]>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(name)} as t`.execute(
      database,
    );
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

it('a database of 1.0.0 is upgraded without losing data', async () => {
  const { database } = await openEmpty();
  await migrateToRelease(database);
  await sql.raw(statements).execute(database);
  const before = await readRows(database);
  expect([...before.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(40);
  expect(await isMigrated(database)).toBe(false);
  await migrate(database);
  expect(await isMigrated(database)).toBe(true);
  const after = await readRows(database);
  for (const [table, rows] of before) {
    expect(after.get(table), table).toHaveLength(rows.length);
    expect(after.get(table), table).toEqual(
      expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
    );
  }
});

it('the statements of 1.0.0 work on an upgraded database', async () => {
  const { database } = await openEmpty();
  await migrate(database);
  await sql.raw(statements).execute(database);
});

const migrateInProcess = `
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))};
  import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))};
  await migrate(openDatabase(process.env.DATABASE_URL));`;

it('an upgrade that is killed changes nothing; it can run again, also twice concurrently', async () => {
  const { url, database } = await openEmpty();
  await migrateToRelease(database);
  await sql.raw(statements).execute(database);
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  // A payment is being recorded: the migration that adds the index of the ledger waits for it.
  await writer.query('begin; lock table ledger_entries in row exclusive mode');
  const upgrade = spawn(process.execPath, ['--input-type=module', '--eval', migrateInProcess], {
    env: { DATABASE_URL: url },
    stdio: 'ignore',
  });
  await eventually(async () => {
    const { rows } =
      await sql`select from pg_locks where not granted and relation = 'ledger_entries'::regclass`.execute(
        database,
      );
    expect(rows).toHaveLength(1);
  });
  upgrade.kill('SIGKILL');
  expect(await once(upgrade, 'exit')).toEqual([null, 'SIGKILL']);
  await writer.end();
  expect(await isMigrated(database)).toBe(false);
  await Promise.all([migrate(database), migrate(database)]);
  expect(await isMigrated(database)).toBe(true);
});
