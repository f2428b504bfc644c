import type { FastifyInstance } from 'fastify';

/** The request body is not JSON. */
export class MalformedBodyError extends Error {
  override readonly name = 'MalformedBodyError';
  readonly code = 'MALFORMED_BODY';
  readonly retry = false;
}

/**
 * Parses every body as JSON, with any content type. An empty body counts as `{}`, because some calls have no
 * arguments.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString().trim();
    if (text === '') return done(null, {});
    try {
      done(null, JSON.parse(text));
    } catch (cause) {
      done(new MalformedBodyError('The request body is not JSON.', { cause }));
    }
  });
}
