/** Answers errors of Node's HTTP parser on the socket, because there is no request object. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../security-headers.ts';
import { messageOf } from './error-handler.ts';

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

function answerText(status: number, commonHeaders: Headers): string {
  const { body, headers } = answerOf(status, commonHeaders);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The response in progress on a socket. Node has no public API for it. */
function responseInProgress(
  socket: Socket & { _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}

/**
 * Creates Fastify's `clientErrorHandler`.
 * @param headers the headers of every response
 */
export function createClientErrorHandler(headers: Headers) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const inProgress = responseInProgress(socket);
    if (inProgress?.req.complete) {
      // The previous response finishes first, then the connection closes.
      inProgress.once('finish', () => socket.destroySoon());
      return;
    }
    if (inProgress?.headersSent) {
      // The response has already begun, and the unreadable bytes are the rest of its request.
      socket.destroySoon();
      return;
    }
    socket.end(answerText(statusByCode[error.code ?? ''] ?? 400, headers));
    socket.once('finish', () => socket.destroy());
  };
}

/** Answers 417 to an `Expect` header other than `100-continue`. Browsers never send such a header. */
export function refuseExpectations(server: Server, commonHeaders: Headers): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { body, headers } = answerOf(417, commonHeaders);
    response.writeHead(417, headers).end(body);
  });
}
