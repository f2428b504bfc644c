/** Requests as bytes: what no HTTP client would send. */
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** What follows the first head: its body, and the answers after it. */
  rest: string;
  text: string;
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((header) => {
      const at = header.indexOf(':');
      return [header.slice(0, at).toLowerCase(), header.slice(at + 1).trim()];
    }),
  );
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? 0);
  return { status, headers, rest: end < 0 ? '' : text.slice(end + 4), text };
}

/**
 * Sends bytes and reads until the server closes the connection, or is silent.
 * @param silenceMs after so long without a byte the answer counts as complete
 */
export function sendRaw(url: string, bytes: string | Buffer, silenceMs = 300): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), silenceMs);
    });
    // A reset ends the connection too; what came before it is the answer.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1')));
    });
  });
}
