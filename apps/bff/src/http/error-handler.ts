import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { InvalidBody } from './checked-body.ts';
import { HttpProblem } from './errors.ts';

/** What is said where an error has no words of its own for the person who reads the answer. */
const messages: Record<number, string> = {
  400: 'The request cannot be read.',
  404: 'There is nothing at this address.',
  405: 'This address does not take such a request.',
  408: 'The request took too long to arrive. Please try again.',
  413: 'What was sent is too large.',
  414: 'The address is too long.',
  415: 'Please send the details as application/json.',
  429: 'Too many requests. Please wait a moment and try again.',
};
/** Where the database cannot be asked nothing is taken, and soon it may be. */
const unavailable = 'We cannot take this just now. Please try again in a few seconds.';
const retryAfterSeconds = 5;
const ownFault = 'Something went wrong on our side. Please try again.';

/** What the parser or the framework refuses, by its code. */
const messagesByCode: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The address cannot be read.',
};

/** The words for a status, where nothing more can be said. */
export function messageOf(statusCode: number): string {
  return messages[statusCode] ?? (statusCode < 500 ? (messages[400] ?? ownFault) : ownFault);
}

/** What is told of a database that is away. */
export function databaseProblem(cause: unknown): HttpProblem {
  return new HttpProblem(503, unavailable, { retryAfterSeconds, cause });
}

function problemOf(error: FastifyError): HttpProblem {
  if (error instanceof HttpProblem) return error;
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

/** The one place that turns errors into answers: the caller's faults are told, ours are logged once and hidden. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error);
    const route = request.routeOptions.url;
    if (error instanceof InvalidBody && error.reasons)
      request.log.warn({ route, reasons: error.reasons }, 'body refused');
    if (problem.statusCode === 500) request.log.error({ err: error, route }, 'request failed');
    else if (problem.statusCode > 500)
      request.log.warn({ err: problem.cause ?? problem, route }, 'request could not be served');
    // Somebody wanted something of us; floods are told by the counts alone.
    else if (request.method === 'POST' && problem.statusCode !== 429)
      request.log.info({ route, statusCode: problem.statusCode, code: error.code }, 'request refused');
    return sendProblem(reply, problem);
  });
}

/** Answers what Fastify refuses before there is a route, such as an address that cannot be decoded. */
export function answerFrameworkError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(reply, problemOf(error));
}
