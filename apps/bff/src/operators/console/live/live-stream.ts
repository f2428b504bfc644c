/** Server-sent events of one console. */
import { PassThrough, type Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ConsoleSession } from '../../accounts/session.ts';
import { sessionTotalMs } from '../../accounts/session-limits.ts';
import type { LiveHub } from './live-hub.ts';

const heartbeatMs = 15_000;
/** Of a browser that does not read. */
const maxBufferedBytes = 64 * 1024;

/** Whether a session still holds; unlike a request, asking does not renew it. */
async function holds(database: Kysely<Database>, session: ConsoleSession): Promise<boolean> {
  const row = await database
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.user_id')
    .select('operator_sessions.created_at')
    .where('operator_sessions.id', '=', session.id)
    .where('operator_sessions.expires_at', '>', databaseNow)
    .where('operators.disabled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && Date.now() - row.created_at.getTime() < sessionTotalMs;
}

/** @returns the body of the answer; it ends with the session, with the hub, or when the browser goes */
export function liveStream(
  { database, live }: { database: Kysely<Database>; live: LiveHub },
  session: ConsoleSession,
): Readable {
  const stream = new PassThrough();
  const end = () => void stream.end();
  const write = (text: string) => {
    if (stream.writableEnded) return;
    stream.write(text);
    if (stream.writableLength > maxBufferedBytes) stream.destroy();
  };
  async function beat(): Promise<void> {
    // A database that is away for a moment ends no session.
    if (await holds(database, session).catch(() => true)) write(': still here\n\n');
    else end();
  }
  const unsubscribe = live.subscribe({
    operatorId: session.operator.id,
    end,
    tell(notification) {
      if (notification.kind !== 'session') write(`data: ${JSON.stringify(notification)}\n\n`);
      else if (notification.id === session.id) end();
    },
  });
  const timer = setInterval(() => void beat(), heartbeatMs);
  stream.once('close', () => {
    clearInterval(timer);
    unsubscribe();
  });
  write(': listening\n\n');
  return stream;
}
