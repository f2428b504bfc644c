/** Listens on a PostgreSQL channel over a dedicated connection, and reconnects if the connection is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOptions } from './connection-options.ts';
import { DeadlineClient } from './deadline-client.ts';
import type { Deadlines } from './deadlines.ts';
import { connectError } from './unavailable.ts';

export interface ListenOptions {
  databaseUrl: string;
  channel: string;
  /** `application_name` of the connection in `pg_stat_activity`. */
  name: string;
  onNotification: (payload: string | undefined) => void;
  /** Called after each connect, because notifications sent before the connect are missed. */
  onConnected: () => void;
  /** Called once per outage, not for each retry. */
  onLost: (error: unknown) => void;
}

export interface Listener {
  close(): Promise<void>;
}

const retryMs = 1_000;
const connectTimeoutMs = 5_000;
/** Heartbeat that detects silently dropped connections. */
const heartbeatMs = 5_000;
const deadlines: Deadlines = { statementMs: 3_000, checkoutMs: 3_000 };

/**
 * Resolves once it listens or the first attempt has failed, so that an unavailable database does not block
 * the caller.
 */
export async function listenTo(options: ListenOptions): Promise<Listener> {
  const { databaseUrl, channel, name, onNotification, onConnected, onLost } = options;
  const closing = new AbortController();

  /** Runs one connection until it ends. @throws if the connection breaks */
  async function session(onListening: () => void): Promise<void> {
    const client = new DeadlineClient(
      {
        ...connectionOptions(databaseUrl),
        application_name: name,
        connectionTimeoutMillis: connectTimeoutMs,
      },
      () => deadlines,
    );
    const ended = Promise.withResolvers<Error | undefined>();
    client.on('error', ended.resolve);
    client.on('end', () => ended.resolve(undefined));
    client.on('notification', ({ payload }) => onNotification(payload));
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
      onConnected();
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
    let isReported = false;
    const onListening = () => {
      isReported = false;
      onFirst();
    };
    while (!closing.signal.aborted) {
      try {
        await session(onListening);
      } catch (error) {
        if (!isReported && !closing.signal.aborted) onLost(connectError(error));
        isReported = true;
      }
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
