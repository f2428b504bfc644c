/** Sends raw byte requests that no HTTP client would send. */
import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 if the connection ended without a response. */
  status: number;
  /** Keys in lower case. */
  headers: Record<string, string>;
  /** Text after the first head: the body and further responses. */
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
 * Sends bytes and reads until the server closes the connection or goes silent.
 * @param silenceMs the response counts as complete after this long without a byte
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
    // A reset ends the connection; what arrived before it is the response.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1')));
    });
  });
}
