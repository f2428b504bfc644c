import pg from 'pg';
import { connectionOptions } from './connection-options.ts';
import { DeadlineClient } from './deadline-client.ts';
import type { Deadlines } from './deadlines.ts';
import { connectError, statementError } from './unavailable.ts';

export interface PoolOptions {
  /** Connections at most; each replica has pools of its own. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Of statements that no other are in force for. Asked at each statement. */
  deadlines: () => Deadlines;
  /** Told of a connection that broke while idle, which nobody waits for. */
  onError?: (error: Error) => void;
}

const connectTimeoutMs = 5_000;

/**
 * Limits on the server's side, for what the client cannot end: a statement under way, and a transaction whose client
 * has fallen silent and whose locks others wait for. A job may hold a row while the CRM answers, for 10 s at most.
 */
const serverSettings = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
};

/**
 * A pool on PostgreSQL whose connections have deadlines. Where one has gone silent, the idle ones that have said
 * nothing since go with it: behind a dead host or a lost NAT entry all are dead, and each would cost a deadline.
 * Nothing is connected before the first statement.
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
      super(config, options.deadlines, observer);
    }
  }
  const pool = new pg.Pool({
    ...connectionOptions(databaseUrl),
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    options: Object.entries(serverSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    Client: PooledClient,
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
  // Without a listener an idle connection that breaks (a restart of PostgreSQL) ends the process.
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}

/**
 * A connection of the pool, to be given back with `release()`.
 *
 * @throws DatabaseUnavailableError where there is none to be had
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

/** One statement on a connection of the pool, or several without values. */
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
    // Several statements may have left a transaction open.
    client.release(true);
    throw statementError(error);
  }
}
