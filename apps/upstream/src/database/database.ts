import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

const poolSize = 10;
const connectTimeoutMs = 5_000;
const keepAliveDelayMs = 5_000;
const statementTimeoutMs = 30_000;
/** Any number, as long as every upstream takes the same. */
const migrationLock = 4_010_001;

// Ids and amounts in paise stay far below 2^53; pg would give them as text.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * Connects on first use; close it with `destroy()`.
 * @param onIdleError hears of idle connections that the server ended
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    // Nobody waits longer for an upstream.
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    types,
  });
  // An idle connection that the server ends must not end this process: the pool opens another.
  pool.on('error', onIdleError);
  // Nor one that ends between two statements of a transaction: the next statement tells whoever uses it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Brings the schema up to date. Safe when several upstreams start at the same time. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`.execute(transaction);
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(transaction);
    const applied = new Set(rows.map(({ name }) => name));
    for (const { name, sql: statements } of migrations) {
      if (applied.has(name)) continue;
      await sql.raw(statements).execute(transaction);
      await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(transaction);
    }
  });
}

/** @throws the driver's error where the database does not answer */
export async function pingDatabase(database: Database): Promise<void> {
  await sql`SELECT 1`.execute(database);
}
