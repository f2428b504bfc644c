import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { answeringClient } from './answering-client.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

const poolSize = 10;
const connectTimeoutMs = 5_000;
const keepAliveDelayMs = 5_000;
const statementTimeoutMs = 30_000;
/** Id of the advisory lock under which an upstream migrates. */
const migrationLock = 4_010_001;

const dateArrayOid = 1182;

const parsers: Partial<Record<number, (text: string) => unknown>> = {
  // Returns a number, because ids and paise are below 2^53. The driver would return text.
  [pg.types.builtins.INT8]: Number,
  // Returns `YYYY-MM-DD`. The driver would return midnight in the time zone of this process.
  [pg.types.builtins.DATE]: String,
  [dateArrayOid]: (text) => text.slice(1, -1).split(','),
};
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
};

/**
 * Opens a database. It connects at the first query. Close it with `destroy()`.
 * @param onIdleError called when an idle connection breaks
 * @param answerTimeoutMs time after which a silent connection is closed
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  answerTimeoutMs?: number,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    Client: answeringClient(answerTimeoutMs),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    types,
    // Limits the time of statements, because no caller waits longer. A statement sets the limits, because
    // poolers refuse settings in the start-up packet.
    async onConnect(client) {
      await client.query(
        `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${statementTimeoutMs}`,
      );
    },
  });
  // Without a listener, an error of an idle connection would end the process.
  pool.on('error', onIdleError);
  // An error between two statements of a connection would end the process too. The next statement reports the
  // error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Migrates the schema. Several processes can do this at the same time. */
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

/** @throws the driver's error if the database does not answer */
export async function pingDatabase(database: Database): Promise<void> {
  await sql`SELECT 1`.execute(database);
}
