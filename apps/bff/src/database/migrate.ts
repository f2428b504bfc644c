import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { longDeadlines, withDeadlines } from './deadlines.ts';
import { migrations } from './migrations/migrations.ts';
import { retryWithBackOff } from './retry.ts';
import { sqlStateOf } from './unavailable.ts';

/**
 * How long a migration waits for a lock. Whoever wants the table after it waits behind it, visitors too: a reader that
 * takes its time would hold up all of them.
 */
export const migrationLockTimeoutMs = 500;
const lockNotAvailable = '55P03';

const migrationTable = 'kysely_migration';

/** What a later version has added to this database. It is additive: see `docs/operations.md`. */
export async function unknownMigrations(database: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass(${migrationTable})::text as name`.execute(database);
  if (!tables[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(migrationTable)} order by name`.execute(database);
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
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
    // One of ours may come by name before one that a later version has run already.
    allowUnorderedMigrations: true,
  });
}

async function migrateOnce(database: Kysely<Database>): Promise<void> {
  // On one connection, so that the setting holds for all that the migrator does.
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
  /** Ends the tries to get a lock. Default: there is no end. */
  signal?: AbortSignal;
  /** Told each time that a lock was not to be had. */
  onBusy?: () => void;
}

/**
 * Brings the schema up to date, all in one transaction. Replicas may call it at once: it holds an advisory
 * lock, and whoever comes second finds nothing to do. A lock that is not to be had at once is tried for again and
 * again, so that nobody waits behind it.
 *
 * @throws the first fault other than that; nothing has changed then
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

/** True when every migration of this version has run. */
export async function isMigrated(database: Kysely<Database>): Promise<boolean> {
  const known = await (await migratorOf(database)).getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}
