import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const idleCheckMs = 100;
/** Max wait for the first request on a connection that was opened before the close. */
const firstRequestMs = 1_000;

/** Finds open connections on which no byte has arrived, for example those that a browser opens in advance. */
function watchUnused(server: Server): () => Socket[] {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0);
}

/**
 * Prepares a graceful close. Call it before the server listens.
 * @returns a function that closes the server and waits for its requests; it returns false if some were cut
 * off after `timeoutMs`
 */
export function gracefulClose(app: FastifyInstance): (timeoutMs: number) => Promise<boolean> {
  const unused = watchUnused(app.server);
  return async (timeoutMs) => {
    // A connection that was busy at the close would stay open after its response.
    const closingIdle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
    // Node counts a connection without a request as busy.
    const closingUnused = setTimeout(() => {
      for (const socket of unused()) socket.destroy();
    }, firstRequestMs);
    const closed = app.close().then(() => true);
    const inTime = await Promise.race([closed, sleep(timeoutMs, false)]);
    clearInterval(closingIdle);
    clearTimeout(closingUnused);
    if (!inTime) app.server.closeAllConnections();
    return inTime;
  };
}
