/** Purges travel from one process to all others through PostgreSQL's notifications. */
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
/** By this name a listening connection is known in `pg_stat_activity`. */
const listenerName = 'bff-cache';

const notification = z.object({
  /** As in `purgeTarget`. */
  target: z.string(),
  /** The process that has purged already, where there is one. */
  from: z.string().optional(),
});
type Notification = z.output<typeof notification>;

/** Tells every process that listens. It takes part in the transaction of its connection. */
export async function announcePurge(database: Kysely<Database>, purge: Notification): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(purge)})`.execute(database);
}

/** How many processes listen just now. */
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
  /** Told after each beginning: what was announced before was not heard. */
  onConnected: () => void;
}

export interface PurgeListener {
  close(): Promise<void>;
}

const retryMs = 1_000;
const connectTimeoutMs = 5_000;
/** A connection that a network has dropped silently is found by asking over it. */
const heartbeatMs = 5_000;
const deadlines: Deadlines = { statementMs: 3_000, checkoutMs: 3_000 };

function readNotification(text: string | undefined): Notification {
  try {
    return notification.parse(JSON.parse(text ?? ''));
  } catch {
    // What another version sends in a form of its own concerns us all the same: rather too much than too little.
    return { target: 'all' };
  }
}

/** Listens on a connection of its own, from the time when this resolves, and again whenever that is lost. */
export async function listenForPurges(options: PurgeListenerOptions): Promise<PurgeListener> {
  const { databaseUrl, log } = options;
  const closing = new AbortController();

  /** One life of the connection, from its beginning until it ends. @throws where it breaks */
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
    let told = false;
    const onListening = () => {
      told = false;
      onFirst();
    };
    while (!closing.signal.aborted) {
      try {
        await session(onListening);
      } catch (error) {
        // Once for each time that it is away, however often it is tried.
        if (!told && !closing.signal.aborted)
          log.warn(
            { err: connectError(error) },
            'purges of the cache are not heard until the database answers again',
          );
        told = true;
      }
      // A database that does not answer keeps nobody from starting: what it would tell is made up for later.
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
