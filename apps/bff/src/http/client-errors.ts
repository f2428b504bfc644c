/** What Node's parser refuses never becomes a request: it is answered on the connection itself. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { messageOf } from './error-handler.ts';
import type { Headers } from './security-headers.ts';

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function answerOf(status: number, headers: Headers) {
  const body = JSON.stringify({ status: 0, message: messageOf(status) });
  return {
    body,
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    },
  };
}

function answerText(status: number, ofEveryAnswer: Headers): string {
  const { body, headers } = answerOf(status, ofEveryAnswer);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The answer that a connection works on. Node keeps it there and nowhere else. */
function answerUnderWay(
  socket: Socket & { _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}

/**
 * For Fastify's option `clientErrorHandler`.
 * @param headers of every answer
 */
export function createClientErrorHandler(headers: Headers) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const underWay = answerUnderWay(socket);
    if (underWay?.req.complete) {
      // The next answer on this connection belongs to the request before: it goes out, and nothing after it.
      underWay.once('finish', () => socket.destroySoon());
      return;
    }
    if (underWay?.headersSent) {
      // This request was answered before its end, which is what cannot be read.
      socket.destroySoon();
      return;
    }
    socket.end(answerText(statusByCode[error.code ?? ''] ?? 400, headers));
    socket.once('finish', () => socket.destroy());
  };
}

/** Refuses `Expect:` with anything but `100-continue`, which no request of a browser has. */
export function refuseExpectations(server: Server, ofEveryAnswer: Headers): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { body, headers } = answerOf(417, ofEveryAnswer);
    response.writeHead(417, headers).end(body);
  });
}
