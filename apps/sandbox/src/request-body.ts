import type { FastifyInstance } from 'fastify';

/** Error for a body that is not JSON although its content type says so. */
export class MalformedJsonError extends Error {
  readonly code = 'MALFORMED_JSON';
  readonly retry = false;
  readonly statusCode = 400;
}

/** Parses an empty JSON body as `{}`, for clients that always send the content type. */
export function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString().trim();
    if (text === '') return done(null, {});
    try {
      done(null, JSON.parse(text));
    } catch (cause) {
      done(new MalformedJsonError('The request body is not valid JSON.', { cause }));
    }
  });
}
