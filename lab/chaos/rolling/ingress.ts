/** A proxy that chooses a replica for each request, as an ingress controller does. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Ingress {
  url: string;
  stop: () => Promise<void>;
}

const keepAliveMs = 120_000;

/** Whether the replica does not listen. Then no data was sent, and another replica may be tried. */
const isRefused = (error: Error) => 'code' in error && error.code === 'ECONNREFUSED';

/** @param ports of the replicas in service; changes apply from the next request */
export async function startIngress(ports: readonly number[]): Promise<Ingress> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  function forward(from: IncomingMessage, to: ServerResponse, triesLeft: number): void {
    turn += 1;
    const { method, headers, url: path } = from;
    const port = ports[turn % ports.length];
    const sent = request({ agent, host: '127.0.0.1', port, method, headers, path }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    sent.on('error', (error) => {
      if (isRefused(error) && triesLeft > 0) return forward(from, to, triesLeft - 1);
      if (to.headersSent) return to.destroy();
      to.writeHead(502).end(error.message);
    });
    // Reads the body only after the connection is made. If the connection is refused, another replica gets the body.
    sent.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => from.pipe(sent));
      else from.pipe(sent);
    });
  }

  const server = createServer((from, to) => forward(from, to, ports.length));
  // Long, so that this proxy does not close an idle connection while a client sends a request on it.
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
