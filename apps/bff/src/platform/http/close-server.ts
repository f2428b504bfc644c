import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const idleCheckMs = 100;
/** Time for a first request that is on its way while the server closes. */
const firstRequestMs = 1_000;

/** The open connections that have not sent a byte, such as those a browser opens ahead of need. */
function watchUnused(server: Server): () => Socket[] {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0);
}

/**
 * Prepares the graceful close of a server; call it before the server listens.
 * @returns a function that closes the server and drains its requests: false if some were cut off after `timeoutMs`
 */
export function gracefulClose(app: FastifyInstance): (timeoutMs: number) => Promise<boolean> {
  const unused = watchUnused(app.server);
  return async (timeoutMs) => {
    // A connection that was busy at close would be kept alive after its response.
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
