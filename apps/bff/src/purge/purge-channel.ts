/** Broadcasts purges to all processes through PostgreSQL LISTEN/NOTIFY. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { connectionOptions } from '../database/connection-options.ts';
import type { Database } from '../database/database.ts';
import { DeadlineClient } from '../database/deadline-client.ts';
import type { Deadlines } from '../database/deadlines.ts';
import { connectError } from '../database/unavailable.ts';

const channel = 'cache_purge';
/** `application_name` of listening connections in `pg_stat_activity`. */
const listenerName = 'bff-cache';

const notification = z.object({
  /** See `purgeTarget`. */
  target: z.string(),
  /** Sender, which has purged already. */
  from: z.string().optional(),
});
type Notification = z.output<typeof notification>;

/** Notifies all listeners, in its connection's transaction. */
export async function announcePurge(database: Kysely<Database>, purge: Notification): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(purge)})`.execute(database);
}

/** Number of listening processes. */
export async function countListeners(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where application_name = ${listenerName} and datname = current_database()`.execute(database);
  return rows[0]?.count ?? 0;
}

export interface PurgeListenerOptions {
  databaseUrl: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  onPurge: (purge: Notification) => void;
  /** Called on each connection: earlier notifications were missed. */
  onConnected: () => void;
}

export interface PurgeListener {
  close(): Promise<void>;
}

const retryMs = 1_000;
const connectTimeoutMs = 5_000;
/** Heartbeat that detects silently dropped connections. */
const heartbeatMs = 5_000;
const deadlines: Deadlines = { statementMs: 3_000, checkoutMs: 3_000 };

function readNotification(text: string | undefined): Notification {
  try {
    return notification.parse(JSON.parse(text ?? ''));
  } catch {
    // Unknown format of another version: purge everything, to be safe.
    return { target: 'all' };
  }
}

/** Listens on a dedicated connection from when this resolves; reconnects when it is lost. */
export async function listenForPurges(options: PurgeListenerOptions): Promise<PurgeListener> {
  const { databaseUrl, log } = options;
  const closing = new AbortController();

  /** One connection, until it ends. @throws if it breaks */
  async function session(onListening: () => void): Promise<void> {
    const client = new DeadlineClient(
      {
        ...connectionOptions(databaseUrl),
        application_name: listenerName,
        connectionTimeoutMillis: connectTimeoutMs,
      },
      () => deadlines,
    );
    const ended = Promise.withResolvers<Error | undefined>();
    client.on('error', ended.resolve);
    client.on('end', () => ended.resolve(undefined));
    client.on('notification', ({ payload }) => options.onPurge(readNotification(payload)));
    const stop = () => {
      ended.resolve(undefined);
      void client.end();
    };
    closing.signal.addEventListener('abort', stop);
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      heartbeat = setInterval(() => client.query('select 1').catch(ended.resolve), heartbeatMs).unref();
      options.onConnected();
      onListening();
      const fault = await ended.promise;
      if (fault) throw fault;
    } finally {
      clearInterval(heartbeat);
      closing.signal.removeEventListener('abort', stop);
      await client.end();
    }
  }

  async function listen(onFirst: () => void): Promise<void> {
    let logged = false;
    const onListening = () => {
      logged = false;
      onFirst();
    };
    while (!closing.signal.aborted) {
      try {
        await session(onListening);
      } catch (error) {
        // Logged once per outage, not per retry.
        if (!logged && !closing.signal.aborted)
          log.warn(
            { err: connectError(error) },
            'purges of the cache are not heard until the database answers again',
          );
        logged = true;
      }
      // An unavailable database does not block the start; the reconnect refreshes everything.
      onFirst();
      await sleep(retryMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  }

  const first = Promise.withResolvers<void>();
  const listening = listen(first.resolve);
  await first.promise;
  return {
    async close() {
      closing.abort();
      await listening;
    },
  };
}
