/** TCP proxy with injectable network faults, for tests. */
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Freezes open connections: data is not forwarded, and they are not closed. New connections work. */
  freeze(): void;
  /** Freezes open and new connections, until {@link heal}. */
  freezeAll(): void;
  /** Closes open and new connections, until {@link heal}. */
  cut(): void;
  /** New connections work again; frozen ones stay frozen. */
  heal(): void;
  stop(): Promise<void>;
}

/** @param targetPort on 127.0.0.1 */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const open = new Set<{ sockets: readonly Socket[]; silence: () => void }>();
  let mode: 'forward' | 'silent' | 'cut' = 'forward';
  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    const sockets = [client, target] as const;
    const silence = () => {
      for (const socket of sockets) {
        socket.unpipe();
        // Discards input, so that neither side gets backpressure.
        socket.resume();
      }
    };
    const pair = { sockets, silence };
    open.add(pair);
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(pair);
        other.destroy();
      });
      socket.pipe(other);
    }
    if (mode === 'silent') silence();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The proxy has no TCP address');
  const freeze = () => {
    for (const { silence } of open) silence();
  };
  const destroy = () => {
    for (const { sockets } of open) for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    freeze,
    freezeAll() {
      mode = 'silent';
      freeze();
    },
    cut() {
      mode = 'cut';
      destroy();
    },
    heal() {
      mode = 'forward';
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        destroy();
      }),
  };
}
