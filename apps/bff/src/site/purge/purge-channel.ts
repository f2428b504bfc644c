/** Broadcasts purges to all processes through PostgreSQL LISTEN/NOTIFY. */
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type Listener, listenTo } from '../../platform/database/connection/listen.ts';
import type { Database } from '../../platform/database/database.ts';

const channel = 'cache_purge';
/** `application_name` of listening connections in `pg_stat_activity`. */
const listenerName = 'bff-cache';

/** Target of a purge that makes processes read the instance again. */
export const instanceTarget = 'instance';

const notification = z.object({
  /** `instanceTarget`, or a target of `purgeTarget`. */
  target: z.string(),
  /** The sending process, which has already purged. */
  from: z.string().optional(),
});
type Notification = z.output<typeof notification>;

/** Notifies all listeners when the transaction of the connection commits. */
export async function announcePurge(database: Kysely<Database>, purge: Notification): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(purge)})`.execute(database);
}

/** Number of listening processes that have caches. */
export async function countListeners(database: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where application_name = ${listenerName} and datname = current_database()`.execute(database);
  return rows[0]?.count ?? 0;
}

export interface PurgeListenerOptions {
  /** `application_name`, for processes without caches: they are not counted as servers. */
  name?: string;
  databaseUrl: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  onPurge: (purge: Notification) => void;
  /** Called after each connect, because notifications sent before the connect are missed. */
  onConnected: () => void;
}

function readNotification(text: string | undefined): Notification {
  try {
    return notification.parse(JSON.parse(text ?? ''));
  } catch {
    // Unknown format, from another version: purge everything to be safe.
    return { target: 'all' };
  }
}

/**
 * Listens on a dedicated connection, and reconnects if it is lost. Resolves once it listens or the first
 * attempt has failed.
 */
export function listenForPurges(options: PurgeListenerOptions): Promise<Listener> {
  const { databaseUrl, log, onPurge, onConnected, name = listenerName } = options;
  return listenTo({
    databaseUrl,
    channel,
    name,
    onConnected,
    onNotification: (payload) => onPurge(readNotification(payload)),
    onLost: (error) =>
      log.warn({ err: error }, 'purges of the cache are not received until the database answers again'),
  });
}
