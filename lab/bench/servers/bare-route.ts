/** Baseline server: a Fastify route with constant bytes. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

export interface BareRoute {
  path: string;
  /** File with the bytes. */
  file: string;
  type: string;
  encoding?: string;
  /** Headers that are sent instead of `type` and `encoding`. */
  headers?: Record<string, string>;
}

const app = fastify();
for (const { path, file, type, encoding, headers } of JSON.parse(process.env.ROUTES ?? '[]') as BareRoute[]) {
  const bytes = readFileSync(file);
  if (headers) app.get(path, (_request, reply) => reply.headers(headers).send(bytes));
  else if (encoding === undefined) app.get(path, (_request, reply) => reply.type(type).send(bytes));
  else app.get(path, (_request, reply) => reply.header('content-encoding', encoding).type(type).send(bytes));
}
app.get('/healthz', () => ({}));
process.on('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
