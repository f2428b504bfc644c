import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

const pieces = 16;
const pauseMs = 40;

/**
 * A proxy that sends documents in pieces, as over a slow network.
 *
 * @returns its origin, and a function that stops it
 */
export async function slowDocuments(site: string): Promise<{ origin: string; stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const forwarded = request(new URL(incoming.url ?? '/', site), { headers }, async (answer) => {
      const { 'content-length': _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      if (!answer.headers['content-type']?.startsWith('text/html')) return void answer.pipe(outgoing);
      const document = await buffer(answer);
      const body = document.indexOf('<body');
      outgoing.write(document.subarray(0, body));
      const size = Math.ceil((document.length - body) / pieces);
      for (let from = body; from < document.length; from += size) {
        outgoing.write(document.subarray(from, from + size));
        await wait(pauseMs);
      }
      outgoing.end();
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
