import pg from 'pg';
import { connectionOptions } from './connection-options.ts';
import { DeadlineClient } from './deadline-client.ts';
import type { Deadlines } from './deadlines.ts';
import type { Pooling } from './pooling.ts';
import { connectError, statementError } from './unavailable.ts';

export interface PoolOptions {
  /** Max connections per pool; each replica has its own. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Default deadlines, read at each statement. */
  deadlines: () => Deadlines;
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void;
  /** Session settings are omitted if a pooler shares sessions between clients. */
  pooling?: Pooling;
  /** Called once with the pool, for metrics. */
  onOpen?: (name: string, pool: pg.Pool) => void;
}

const connectTimeoutMs = 5_000;

/**
 * Settings of each connection. They are set by a statement, because poolers refuse them in the start-up
 * packet. The time-outs cover what the client cannot end: a running statement, and an idle transaction with
 * locks. A job may keep a row lock for 10 s while it requests a CRM token. JIT is off, because statements
 * take milliseconds.
 */
const sessionSettings = Object.entries({
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 15_000,
  jit: 'off',
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
})
  .map(([name, value]) => `set ${name} = ${value}`)
  .join(';');

/**
 * Opens a PostgreSQL pool with deadlines. After a timeout, idle connections that got no answer since the
 * query was sent are also destroyed: behind a dead host or a lost NAT entry, each of them would cost another
 * deadline. The pool connects at the first statement.
 */
export function openPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const idle = new Set<DeadlineClient>();
  const observer = {
    onSilent(_client: DeadlineClient, askedAt: number) {
      for (const other of idle) if (other.heardAt < askedAt) other.destroy();
    },
  };
  class PooledClient extends DeadlineClient {
    constructor(config: pg.ClientConfig = {}) {
      // Reads the certificates here: an error in the pool's own reading would be an uncaught exception.
      super({ ...config, ...connectionOptions(databaseUrl) }, options.deadlines, observer);
    }
  }
  // Throws for an invalid URL now, not at the first connection.
  connectionOptions(databaseUrl);
  const pool = new pg.Pool({
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    Client: PooledClient,
    async onConnect(client) {
      if (options.pooling?.mode !== 'transaction') await client.query(sessionSettings);
    },
  });
  pool.on('acquire', (client) => {
    if (!(client instanceof DeadlineClient)) return;
    idle.delete(client);
    client.beginCheckout();
  });
  pool.on('release', (_error, client) => {
    if (!(client instanceof DeadlineClient)) return;
    client.endCheckout();
    idle.add(client);
  });
  pool.on('remove', (client) => {
    if (client instanceof DeadlineClient) idle.delete(client);
  });
  // Without a listener an idle connection's error (a restart of PostgreSQL) ends the process.
  pool.on('error', (error) => options.onError?.(error));
  options.onOpen?.(options.applicationName, pool);
  return pool;
}

/**
 * Checks out a connection. Return it with `release()`.
 * @throws DatabaseUnavailableError if none is available
 */
export async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect().catch((error: unknown) => {
      throw connectError(error);
    });
    if (!(client instanceof DeadlineClient && client.destroyed)) return client;
    client.release(true);
  }
}

/** Runs one statement, or several without parameters. */
export async function queryPool(
  pool: pg.Pool,
  text: string,
  values?: readonly unknown[],
): Promise<pg.QueryResult> {
  const client = await checkOut(pool);
  try {
    const result = await (values ? client.query(text, [...values]) : client.query(text));
    client.release();
    return result;
  } catch (error) {
    // The statements may have left a transaction open.
    client.release(true);
    throw statementError(error);
  }
}
