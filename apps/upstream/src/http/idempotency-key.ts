import type { FastifyRequest } from 'fastify';

const maxLength = 200;

/** The request's `Idempotency-Key` is not fit to be one. */
export class IdempotencyKeyError extends Error {
  override readonly name = 'IdempotencyKeyError';
  readonly code = 'BAD_IDEMPOTENCY_KEY';
  readonly retry = false;
}

/** The answer to a key that came before with something else. */
export const keyReusedMessage = 'This Idempotency-Key was used before with different content.';

/**
 * @returns the request's `Idempotency-Key`, or null where it has none
 * @throws IdempotencyKeyError where it is too long or was sent more than once
 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || header.length > maxLength)
    throw new IdempotencyKeyError(`An Idempotency-Key is one text of at most ${maxLength} characters.`);
  return header;
}
