import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Error of a whole CRM call. If a single record is refused, the response has an error for that record
 * instead.
 */
export class ZohoError extends Error {
  readonly code: string;
  readonly retry = false;
  readonly statusCode: number;
  readonly details: object;

  constructor(code: string, message: string, options: { statusCode?: number; details?: object } = {}) {
    super(message);
    this.code = code;
    this.statusCode = options.statusCode ?? 400;
    this.details = options.details ?? {};
  }
}

export function errorBody(code: string, message: string, details: object = {}) {
  return { code, details, message, status: 'error' as const };
}

export const internalError = () => errorBody('INTERNAL_ERROR', 'Internal Server Error');

/** Error handler that answers in Zoho's format. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ZohoError) {
    return reply.code(error.statusCode).send(errorBody(error.code, error.message, error.details));
  }
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (error instanceof Error && statusCode < 500) {
    return reply.code(statusCode).send(errorBody('INVALID_REQUEST', error.message));
  }
  request.log.error(error);
  return reply.code(500).send(internalError());
}
