/** Mail server stub: accepts every email and records the times of the first and the last. */
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

export interface MailStubState {
  mails: number;
  bytes: number;
  firstAtMs: number;
  lastAtMs: number;
}

const empty: MailStubState = { mails: 0, bytes: 0, firstAtMs: 0, lastAtMs: 0 };
let state = { ...empty };

new SMTPServer({
  logger: false,
  hideSTARTTLS: true,
  authOptional: true,
  disableReverseLookup: true,
  onData(stream, _session, callback) {
    stream.on('data', (chunk: Buffer) => {
      state.bytes += chunk.length;
    });
    stream.on('end', () => {
      state.lastAtMs = performance.now();
      if (state.mails === 0) state.firstAtMs = state.lastAtMs;
      state.mails += 1;
      callback();
    });
  },
}).listen(Number(process.env.SMTP_PORT), '127.0.0.1');

createServer((request, response) => {
  if (request.method === 'DELETE') state = { ...empty };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
