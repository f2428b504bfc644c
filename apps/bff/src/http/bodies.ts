import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './errors.ts';

/**
 * JSON is the only body that is read everywhere; anything else is a 415. An empty one counts as none, because the
 * specification's calls without arguments are posted empty.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Decoding would put a replacement character where a letter of somebody's name was.
    if (!isUtf8(body)) return done(new HttpProblem(400, 'The body is not valid UTF-8.'));
    const text = body.toString('utf8');
    if (text.trim() === '') done(null, undefined);
    else parse(request, text, done);
  });
}
