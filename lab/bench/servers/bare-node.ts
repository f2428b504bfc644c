/** Baseline server: Node's HTTP server with constant bytes. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { BareRoute } from './bare-route.ts';

const answers = new Map(
  (JSON.parse(process.env.ROUTES ?? '[]') as BareRoute[]).map(({ path, file, type, encoding }) => {
    const body = readFileSync(file);
    const headers = { 'content-type': type, 'content-length': body.length };
    return [path, { body, headers: encoding ? { ...headers, 'content-encoding': encoding } : headers }];
  }),
);
const server = createServer(({ url = '' }, response) => {
  const answer = answers.get(url);
  if (answer) response.writeHead(200, answer.headers).end(answer.body);
  else response.writeHead(url === '/healthz' ? 200 : 404).end();
});
process.on('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
