import { connect } from 'node:net';

export interface Outcome {
  /** Of each answer on the connection, in their order; none where it ended without one. */
  statuses: number[];
  /** The connection did not end in time. */
  hung: boolean;
}

const hangMs = 30_000;
const statusLine = /HTTP\/1\.[01] (\d{3}) /g;

/**
 * Sends bytes, ends the sending side, and reads until the server has closed the connection.
 */
export function exchange(url: URL, bytes: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let hung = false;
    const socket = connect({ port: Number(url.port), host: url.hostname });
    socket.setTimeout(hangMs, () => {
      hung = true;
      socket.destroy();
    });
    socket.on('connect', () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A connection that is reset has ended too: whoever sends too much is cut off.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ statuses: [...text.matchAll(statusLine)].map(([, status]) => Number(status)), hung });
    });
  });
}
