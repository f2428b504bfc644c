import type { FastifyInstance } from 'fastify';

/** The request said JSON and sent something else. */
export class MalformedJsonError extends Error {
  readonly code = 'MALFORMED_JSON';
  readonly retry = false;
  readonly statusCode = 400;
}

/** Reads an empty JSON body as `{}`: clients that always send the content type may call endpoints that take nothing. */
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
