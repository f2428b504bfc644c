import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { messageOf } from './problems/error-handler.ts';
import { HttpProblem } from './problems/errors.ts';

/** Absolute-form request target (RFC 9112, 3.2.2). */
const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** For Fastify's `rewriteUrl`. @returns path and query of the request target */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(absoluteForm, '');
  if (rest === url) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Refuses HTTP/1.1 requests without `Host` (RFC 9112, 3.2). Node would also refuse them, but without our
 * headers.
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersionMinor > 0)
      done(new HttpProblem(400, messageOf(400)));
    else done();
  });
}
