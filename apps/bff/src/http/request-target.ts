import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { messageOf } from './error-handler.ts';
import { HttpProblem } from './errors.ts';

/** A target in absolute form names the host once more (RFC 9112, 3.2.2); the rest is the address here. */
const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** For Fastify's option `rewriteUrl`: whatever reads an address later finds a path, with its query. */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(absoluteForm, '');
  if (rest === url) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A request of HTTP/1.1 has to name the host (RFC 9112, 3.2). Node would refuse it too, but without our headers. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersionMinor > 0)
      done(new HttpProblem(400, messageOf(400)));
    else done();
  });
}
