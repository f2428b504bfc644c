import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { PaymentFailure } from './entities.ts';

/** An error in Razorpay's format. `statusCode` is the HTTP status. */
export class RazorpayError extends Error {
  readonly code: string;
  readonly retry = false;
  readonly statusCode: number;
  readonly field: string | undefined;

  constructor(description: string, options: { statusCode?: number; code?: string; field?: string } = {}) {
    super(description);
    this.code = options.code ?? 'BAD_REQUEST_ERROR';
    this.statusCode = options.statusCode ?? 400;
    this.field = options.field;
  }
}

/** @returns the response body of an error */
export function errorEnvelope(
  error: Partial<PaymentFailure> & { description: string },
  metadata: object = {},
  field?: string,
) {
  return {
    error: {
      code: error.code ?? 'BAD_REQUEST_ERROR',
      description: error.description,
      source: error.source ?? 'business',
      step: error.step ?? 'payment_initiation',
      reason: error.reason ?? 'input_validation_failed',
      metadata,
      ...(field ? { field } : {}),
    },
  };
}

function fromZod(error: ZodError): RazorpayError {
  const issue = error.issues[0];
  if (!issue) return new RazorpayError('The request is invalid.');
  if (issue.code === 'unrecognized_keys') {
    return new RazorpayError(`${issue.keys.join(', ')} is/are not required and should not be sent`);
  }
  return new RazorpayError(issue.message, { field: issue.path.join('.') });
}

/** Error handler that answers in Razorpay's format. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = thrown instanceof ZodError ? fromZod(thrown) : thrown;
  if (error instanceof RazorpayError) {
    const { code, message: description, field, statusCode } = error;
    return reply.code(statusCode).send(errorEnvelope({ code, description }, {}, field));
  }
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (error instanceof Error && statusCode < 500) {
    return reply.code(statusCode).send(errorEnvelope({ description: error.message }));
  }
  request.log.error(error);
  return reply.code(500).send(serverError());
}

/** @returns Razorpay's response to an internal error */
export function serverError() {
  return errorEnvelope({
    code: 'SERVER_ERROR',
    description:
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
    source: 'internal',
    step: 'NA',
    reason: 'server_error',
  });
}
