import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { CheckoutTables } from '../checkout/tables.ts';
import type { CrmTables } from '../crm/tables.ts';
import type { JobTables } from '../jobs/tables.ts';
import type { LeadTables } from '../leads/tables.ts';
import { preparingPool } from './prepared.ts';

/** Every table of this application, each declared by the capability that owns it. */
export interface Database extends LeadTables, CrmTables, CheckoutTables, JobTables {}

export interface DatabaseOptions {
  /** Connections at most; each replica has a pool of its own. */
  maxConnections?: number;
  /** Told of a connection that broke while idle, which nobody waits for. */
  onError?: (error: Error) => void;
}

/**
 * Opens a pool on PostgreSQL. Nothing is connected before the first query.
 *
 * @param url the connection string, `DATABASE_URL`
 * @returns the query builder; `destroy()` closes the pool
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    // A statement that hangs would hold its connection, and then the pool, for ever.
    options: '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
  });
  // Without a listener an idle connection that breaks (a restart of PostgreSQL) ends the process.
  pool.on('error', (error) => options.onError?.(error));
  // And so would one that breaks between two statements of a transaction: the next statement tells whoever uses it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
}
