/** Detects at the start whether a pooler is between this process and PostgreSQL, and its mode. */
import { randomUUID } from 'node:crypto';
import { connectionOptions } from './connection-options.ts';
import { DeadlineClient } from './deadline-client.ts';
import type { Deadlines } from './deadlines.ts';
import { connectError, sqlStateOf } from './unavailable.ts';
import { requireVersion, UnsuitableDatabaseError } from './unsuitable.ts';

/**
 * `direct`: no pooler. `session`: a connection keeps its session. `transaction`: each transaction may run in
 * another session, so settings, prepared statements, LISTEN and session locks cannot be used.
 */
export type PoolingMode = 'direct' | 'session' | 'transaction';

/** Pooling mode of `DATABASE_URL`, shared by all pools on it. Set before their first use. */
export interface Pooling {
  mode: PoolingMode;
}

const deadlines: Deadlines = { statementMs: 4_000, checkoutMs: 8_000 };
const connectTimeoutMs = 5_000;
const rounds = 5;
/** Custom setting that exists only in the session that set it. */
const mark = 'meridian.session';

async function openClient(url: string): Promise<DeadlineClient> {
  const options = { ...connectionOptions(url), connectionTimeoutMillis: connectTimeoutMs };
  const client = new DeadlineClient({ ...options, application_name: 'bff-start' }, () => deadlines);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw connectError(error);
  }
}

async function markOf(client: DeadlineClient): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select nullif(current_setting('${mark}', true), '') as mark`,
  );
  return rows[0]?.mark ?? null;
}

/**
 * Tests whether two clients share sessions: while `other` is in a transaction, either client may see a
 * session that is not its own. Poolers reuse the server connection that was released last, so the first round
 * usually shows this. The other rounds are for busy poolers.
 */
async function sharesSessions(one: DeadlineClient, other: DeadlineClient): Promise<boolean> {
  const own = randomUUID();
  await one.query(`select set_config('${mark}', $1, false)`, [own]);
  for (let round = 0; round < rounds; round += 1) {
    await other.query('begin');
    try {
      if ((await markOf(other)) === own || (await markOf(one)) !== own) return true;
    } finally {
      await other.query('rollback');
    }
  }
  return false;
}

/** SQLSTATE of a pooler in statement mode: "transaction blocks not allowed". */
const refusedByPooler = '08P01';

/**
 * Detects the version of the server at an address and the pooler in front of it. Writes nothing.
 * @throws DatabaseUnavailableError if the server does not answer
 * @throws UnsuitableDatabaseError if the version or the pooler is not supported
 */
export async function inspectServer(url: string): Promise<PoolingMode> {
  const one = await openClient(url);
  try {
    const { rows } = await one.query<{ pid: number; version: number }>(
      `select pg_backend_pid() as pid, current_setting('server_version_num')::integer as version`,
    );
    requireVersion(rows[0]?.version ?? 0);
    // A pooler sends its own process ids.
    if (rows[0]?.pid === Reflect.get(one, 'processID')) return 'direct';
    const other = await openClient(url);
    try {
      return (await sharesSessions(one, other)) ? 'transaction' : 'session';
    } catch (error) {
      if (sqlStateOf(error) !== refusedByPooler) throw error;
      const advice = 'use session mode, or transaction mode with DATABASE_DIRECT_URL';
      throw new UnsuitableDatabaseError(
        `The pooler of the database does not support transactions: ${advice}`,
        {
          cause: error,
        },
      );
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

export interface DatabaseAddresses {
  /** `DATABASE_URL`; may point at a pooler. */
  databaseUrl: string;
  /** `DATABASE_DIRECT_URL`: PostgreSQL itself, for migrations and notifications. */
  directUrl?: string;
}

/**
 * Detects the mode of the pooler, if there is one.
 * @throws DatabaseUnavailableError if a server does not answer
 * @throws UnsuitableDatabaseError for a pooler in transaction mode without a direct address, a direct address
 * that leads through one, and the cases of {@link inspectServer}
 */
export async function findPooling({ databaseUrl, directUrl }: DatabaseAddresses): Promise<PoolingMode> {
  const mode = await inspectServer(databaseUrl);
  if (mode === 'transaction' && directUrl === undefined)
    throw new UnsuitableDatabaseError(
      'DATABASE_URL leads through a pooler in transaction mode, where migrations and notifications do not work: ' +
        'use session mode, or set DATABASE_DIRECT_URL to PostgreSQL itself',
    );
  if (directUrl !== undefined && (await inspectServer(directUrl)) === 'transaction')
    throw new UnsuitableDatabaseError(
      'DATABASE_DIRECT_URL leads through a pooler in transaction mode: point it at PostgreSQL itself',
    );
  return mode;
}
