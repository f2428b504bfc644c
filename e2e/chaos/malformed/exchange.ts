import { connect } from 'node:net';

export interface Outcome {
  /** Of each answer on the connection, in their order; none where it ended without one. */
  statuses: number[];
  /** The connection did not end in time. */
  hung: boolean;
}

const hangMs = 30_000;
/**
 * After so long without a byte the sending side ends. Whoever waits for the rest of a request is told so that there is
 * none; an answer that is still being made would be cut off.
 */
const patienceMs = { whole: 10_000, open: 300 };
const statusLine = /HTTP\/1\.[01] (\d{3}) /g;

/**
 * Sends bytes, and reads until the server has closed the connection.
 * @param kind `whole` where the server has all that it needs to answer and to close
 */
export function exchange(url: URL, bytes: Buffer, kind: keyof typeof patienceMs): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let hung = false;
    const socket = connect({ port: Number(url.port), host: url.hostname });
    socket.setTimeout(hangMs, () => {
      hung = true;
      socket.destroy();
    });
    let patience = setTimeout(() => socket.end(), patienceMs[kind]);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(patience);
      patience = setTimeout(() => socket.end(), patienceMs[kind]);
    });
    // A connection that is reset has ended too: whoever sends too much is cut off.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(patience);
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ statuses: [...text.matchAll(statusLine)].map(([, status]) => Number(status)), hung });
    });
  });
}
