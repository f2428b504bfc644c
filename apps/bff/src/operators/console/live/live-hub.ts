/** Notifications for open consoles: one connection to the database per process, while anybody listens. */
import { type LiveEvent, liveEvent } from '@meridian/contracts/console/live';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Listener, listenTo } from '../../../platform/database/listen.ts';

const sessionEnded = z.object({ kind: z.literal('session'), id: z.string() });
const notification = z.union([liveEvent, sessionEnded]);
/** An event, or the end of a session. */
export type Notification = z.output<typeof notification>;

export interface Subscriber {
  operatorId: string;
  tell(notification: Notification): void;
  /** Ends the subscriber's stream. */
  end(): void;
}

export interface LiveHub {
  /** The oldest subscriber of an operator with too many ends. @returns unsubscribes */
  subscribe(subscriber: Subscriber): () => void;
  /** Ends all streams and the connection. */
  close(): Promise<void>;
}

/** More tabs in sight than anybody has. */
const maxPerOperator = 6;
const all: LiveEvent = { kind: 'all', id: '' };

function read(payload: string | undefined): Notification {
  try {
    return notification.parse(JSON.parse(payload ?? ''));
  } catch {
    // Of another version: everything is read again, to be safe.
    return all;
  }
}

export function createLiveHub(options: {
  databaseUrl: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): LiveHub {
  const { databaseUrl, log } = options;
  const subscribers = new Set<Subscriber>();
  let listening: Promise<Listener> | undefined;
  let connected = false;
  const tellAll = (told: Notification) => {
    for (const subscriber of subscribers) subscriber.tell(told);
  };

  /** From the first subscriber on. */
  function listen(): void {
    listening ??= listenTo({
      ...{ databaseUrl, channel: 'console', name: 'bff-console' },
      onNotification: (payload) => tellAll(read(payload)),
      onConnected: () => {
        connected = true;
        tellAll(all);
      },
      onLost: (error) => {
        connected = false;
        log.warn({ err: error }, 'consoles are not told of changes until the database answers again');
      },
    });
  }

  return {
    subscribe(subscriber) {
      const own = [...subscribers].filter(({ operatorId }) => operatorId === subscriber.operatorId);
      if (own.length >= maxPerOperator) own[0]?.end();
      subscribers.add(subscriber);
      // Each stream begins with it, now or once the database is heard.
      if (connected) subscriber.tell(all);
      listen();
      return () => subscribers.delete(subscriber);
    },
    async close() {
      for (const subscriber of subscribers) subscriber.end();
      await (await listening)?.close();
    },
  };
}
