/**
 * Upstream stub: accepts and counts submissions at constant low cost. Minimal HTTP parsing, since it shares
 * the machine with the measured servers.
 */
import { createServer, type Socket } from 'node:net';

const headEnd = '\r\n\r\n';
let submissions = 0;

function answerOf(value: unknown): string {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}${headEnd}${body}`;
}

const taken = answerOf({ status: 1, message: 'Thank you!', data: {} });

/** @returns the length of the first request in a text, or undefined if it is incomplete */
function requestLength(text: string): number | undefined {
  const head = text.indexOf(headEnd);
  if (head < 0) return undefined;
  const [, bodyLength = '0'] = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head)) ?? [];
  const length = head + headEnd.length + Number(bodyLength);
  return length <= text.length ? length : undefined;
}

function serve(socket: Socket): void {
  let received = '';
  socket.setNoDelay(true);
  // One character per byte, so that lengths are byte counts.
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    received += text;
    for (let length = requestLength(received); length !== undefined; length = requestLength(received)) {
      const isQuestion = received.startsWith('GET ');
      if (!isQuestion) submissions += 1;
      socket.write(isQuestion ? answerOf({ submissions }) : taken);
      received = received.slice(length);
    }
  });
}

createServer(serve).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
