import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './problems/errors.ts';

/**
 * Accepts JSON only; other types get 415. An empty body counts as no body, because calls without arguments
 * have an empty body in the specification.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Node's decoding would replace invalid bytes in names by U+FFFD.
    if (!isUtf8(body)) return done(new HttpProblem(400, 'The body is not valid UTF-8.'));
    const text = body.toString('utf8');
    if (text.trim() === '') done(null, undefined);
    else parse(request, text, done);
  });
}
