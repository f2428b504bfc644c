import type { FastifyInstance } from 'fastify';

/**
 * JSON is the only body that is read everywhere; anything else is a 415. An empty one counts as none, because the
 * specification's calls without arguments are posted empty.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else parse(request, body, done);
  });
}
