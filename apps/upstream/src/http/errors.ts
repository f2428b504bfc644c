import type { FastifyError, FastifyInstance } from 'fastify';
import { refuse } from './envelopes.ts';
import { IdempotencyKeyError } from './idempotency-key.ts';
import { MalformedBodyError } from './request-body.ts';

/** Sets the error handler. It answers client errors with their message, and logs server errors. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(refuse('There is no such call.')));

  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof MalformedBodyError || error instanceof IdempotencyKeyError)
      return reply.code(200).send(refuse(error.message));
    if (error.code === 'FST_REQ_FILE_TOO_LARGE')
      return reply.code(200).send(refuse('The file is too large: 20 MB at most.'));
    const statusCode = error.statusCode ?? 500;
    if (statusCode < 500) return reply.code(statusCode).send(refuse(error.message));
    request.log.error({ err: error }, 'the call failed');
    return reply.code(500).send(refuse('Something went wrong on our side. Please try again.'));
  });
}
