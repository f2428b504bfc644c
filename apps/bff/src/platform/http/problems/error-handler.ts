import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../database/connection/unavailable.ts';
import { Refusal, type RefusalKind } from '../../refusal.ts';
import { InvalidBody } from '../checked-body.ts';
import { HttpProblem } from './errors.ts';

/** Default messages by status. */
const messages: Record<number, string> = {
  400: 'The request cannot be read.',
  404: 'Not found.',
  405: 'This address does not support this method.',
  408: 'The request took too long to arrive. Please try again.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'Please send the details as application/json.',
  429: 'Too many requests. Please wait a moment and try again.',
};
/** Message while the database is unavailable. */
const unavailable = 'The service is temporarily unavailable. Please try again in a few seconds.';
const retryAfterSeconds = 5;
const ownFault = 'Something went wrong on our side. Please try again.';

/** Messages for errors of the parser and Fastify, by code. */
const messagesByCode: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The address cannot be read.',
};

/** Default message of a status. */
export function messageOf(statusCode: number): string {
  return messages[statusCode] ?? (statusCode < 500 ? (messages[400] ?? ownFault) : ownFault);
}

/** @returns the HTTP problem for an unavailable database */
export function databaseProblem(cause: unknown): HttpProblem {
  return new HttpProblem(503, unavailable, { retryAfterSeconds, cause });
}

const statusOfKind: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  limited: 429,
  partner_unavailable: 502,
  unavailable: 503,
};

/** @returns the HTTP problem of a refusal */
export function refusalProblem({ kind, message, errors, retryAfterSeconds, cause }: Refusal): HttpProblem {
  return new HttpProblem(statusOfKind[kind], message, { errors, retryAfterSeconds, cause });
}

/** @returns the HTTP problem of an error */
export function problemOf(error: FastifyError | Refusal): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Refusal) return refusalProblem(error);
  if (isDatabaseUnavailable(error)) return databaseProblem(error);
  const statusCode = error.statusCode ?? 500;
  if (statusCode < 400 || statusCode >= 500) return new HttpProblem(500, ownFault, { cause: error });
  return new HttpProblem(statusCode, messagesByCode[error.code] ?? messageOf(statusCode), { cause: error });
}

function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(problem.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status: 0, message: problem.message, errors: problem.errors }));
}

/**
 * Maps errors to responses. Client errors are explained to the client. Our own errors are logged once, and
 * their details are not sent.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error);
    const route = request.routeOptions.url;
    if (error instanceof InvalidBody && error.reasons)
      request.log.warn({ route, reasons: error.reasons }, 'body refused');
    if (problem.statusCode === 500) request.log.error({ err: error, route }, 'request failed');
    else if (problem.statusCode > 500)
      request.log.warn({ err: problem.cause ?? problem, route }, 'request could not be served');
    // Logs refused POST requests; rate limiting has its own metric.
    else if (request.method === 'POST' && problem.statusCode !== 429)
      request.log.info({ route, statusCode: problem.statusCode, code: error.code }, 'request refused');
    return sendProblem(reply, problem);
  });
}

/** Answers errors that Fastify raises before routing, for example a malformed URL. */
export function answerFrameworkError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(reply, problemOf(error));
}
