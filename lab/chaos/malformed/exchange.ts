import { connect } from 'node:net';

export interface Outcome {
  /** Statuses of the responses, in order. */
  statuses: number[];
  /** Whether the connection did not end in time. */
  hung: boolean;
}

const hangMs = 30_000;
/**
 * After this silence the client half-closes the connection, so that a server that waits for more input sees the end.
 * Complete requests get more time, because their response may be slow.
 */
const timeoutMs = { whole: 10_000, open: 300 };
const statusLine = /HTTP\/1\.[01] (\d{3}) /g;

/**
 * Sends bytes and reads until the server closes.
 * @param kind `whole` if the server needs no more input to answer and close the connection
 */
export function exchange(url: URL, bytes: Buffer, kind: keyof typeof timeoutMs): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let hung = false;
    const socket = connect({ port: Number(url.port), host: url.hostname });
    socket.setTimeout(hangMs, () => {
      hung = true;
      socket.destroy();
    });
    let waitMs = setTimeout(() => socket.end(), timeoutMs[kind]);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(waitMs);
      waitMs = setTimeout(() => socket.end(), timeoutMs[kind]);
    });
    // A reset ends the connection too, for example after too large input.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(waitMs);
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ statuses: [...text.matchAll(statusLine)].map(([, status]) => Number(status)), hung });
    });
  });
}
