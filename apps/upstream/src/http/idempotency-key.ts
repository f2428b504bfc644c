import type { FastifyRequest } from 'fastify';

const maxLength = 200;

/** Invalid `Idempotency-Key`. */
export class IdempotencyKeyError extends Error {
  override readonly name = 'IdempotencyKeyError';
  readonly code = 'BAD_IDEMPOTENCY_KEY';
  readonly retry = false;
}

/** Message for a key that was used with another body. */
export const keyReusedMessage = 'This Idempotency-Key was used before with different content.';

/**
 * @returns the header `Idempotency-Key`, or null if it is absent
 * @throws IdempotencyKeyError if it is too long or repeated
 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || header.length > maxLength)
    throw new IdempotencyKeyError(`An Idempotency-Key is one text of at most ${maxLength} characters.`);
  return header;
}
