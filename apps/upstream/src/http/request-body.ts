import type { FastifyInstance } from 'fastify';

/** The body of a call is not JSON. */
export class MalformedBodyError extends Error {
  override readonly name = 'MalformedBodyError';
  readonly code = 'MALFORMED_BODY';
  readonly retry = false;
}

/**
 * Reads every body as JSON, whatever its content type says, and an empty one as `{}`: half of the calls take
 * nothing, and clients differ in how they say so.
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
