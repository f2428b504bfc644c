import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { longDeadlines, withDeadlines } from './connection/deadlines.ts';
import { sqlStateOf } from './connection/unavailable.ts';
import type { Database } from './database.ts';
import { migrations, requireReleasedSchema } from './migrations.ts';
import { retryWithBackOff } from './retry.ts';

/**
 * Lock time-out of one attempt. While a migration waits for a lock, all later statements on the table wait
 * behind it.
 */
export const migrationLockTimeoutMs = 500;
const lockNotAvailable = '55P03';

const migrationTable = 'kysely_migration';

/** Names of the migrations that have run. Kysely's own function also reads every column of the schema. */
async function appliedMigrations(database: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass(${migrationTable})::text as name`.execute(database);
  if (!tables[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(migrationTable)} order by name`.execute(database);
  const names = rows.map(({ name }) => name);
  requireReleasedSchema(names);
  return names;
}

/**
 * @returns names of the migrations of a later version that have run. Migrations only add: see
 * `docs/how-to/deploy-images.md`.
 * @throws UnsuitableDatabaseError if a development version before the first release made the database
 */
export async function unknownMigrations(database: Kysely<Database>): Promise<string[]> {
  return (await appliedMigrations(database)).filter((name) => !Object.hasOwn(migrations, name));
}

/** Migrations of this version that have not run. Reads only. */
export async function missingMigrations(database: Kysely<Database>): Promise<string[]> {
  const applied = await appliedMigrations(database);
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** True if all migrations of this version have run. */
export async function isMigrated(database: Kysely<Database>): Promise<boolean> {
  return (await missingMigrations(database)).length === 0;
}

async function nothingToDo(): Promise<void> {}

async function migratorOf(database: Kysely<Database>): Promise<Migrator> {
  const unknown = (await unknownMigrations(database)).map((name): [string, Migration] => [
    name,
    { up: nothingToDo },
  ]);
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations, ...Object.fromEntries(unknown) }) },
    migrationTableName: migrationTable,
    // A migration of this version may sort before one of a later version that has already run.
    allowUnorderedMigrations: true,
  });
}

async function migrateOnce(database: Kysely<Database>): Promise<void> {
  if (await isMigrated(database)) return;
  // One connection, so that the setting applies to the migrator.
  await database.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', ${String(migrationLockTimeoutMs)}, false),
      set_config('statement_timeout', ${String(longDeadlines.statementMs)}, false)`.execute(connection);
    try {
      const { error } = await (await migratorOf(connection)).migrateToLatest();
      if (error) throw error;
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

export interface MigrateOptions {
  /** Stops retrying for the lock. Default: retry forever. */
  signal?: AbortSignal;
  /** Called on each lock time-out. */
  onBusy?: () => void;
}

/**
 * Migrates the schema in one transaction. Safe to run concurrently: an advisory lock serialises replicas.
 * Retries on lock time-outs, so that other statements are not blocked for long.
 * @throws UnsuitableDatabaseError for a database of a development version
 * @throws any other error; the schema is then unchanged
 */
export async function migrate(database: Kysely<Database>, options: MigrateOptions = {}): Promise<void> {
  await retryWithBackOff(() => withDeadlines(longDeadlines, () => migrateOnce(database)), {
    signal: options.signal ?? new AbortController().signal,
    onFailure(error) {
      if (sqlStateOf(error) !== lockNotAvailable) throw error;
      options.onBusy?.();
    },
    firstWaitMs: 200,
    maxWaitMs: 3_000,
  });
}
