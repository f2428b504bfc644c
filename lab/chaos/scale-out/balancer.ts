/** TCP load balancer that uses the replicas in turn. */
import { connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  url: string;
  /** Breaks all open connections. New connections use the current ports. */
  cut: () => void;
  stop: () => Promise<void>;
}

/** @returns a connection to the first available port, or undefined */
async function connectToOne(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (open) return socket;
  }
  return undefined;
}

/** @param ports of the replicas; unavailable ones are skipped. Changes apply to new connections */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    const first = turn % ports.length;
    turn += 1;
    const replica = await connectToOne([...ports.slice(first), ...ports.slice(0, first)]);
    if (!replica) return client.destroy();
    for (const [socket, other] of [
      [client, replica],
      [replica, client],
    ] as const) {
      open.add(socket);
      // Breaks the other side too, as the client of a killed replica would see it.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(replica);
    replica.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the balancer has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      for (const socket of open) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
