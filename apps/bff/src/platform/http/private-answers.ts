/** Answers behind an address that only its owner has: the token in it is the permission. */
import type { FastifyReply } from 'fastify';
import { HttpProblem } from './problems/errors.ts';

const tokenPattern = /^[0-9a-f]{40}$/;
/** As examples of the API description have it. */
export const exampleToken = '0123456789abcdef0123456789abcdef01234567';

export const isToken = (text: string): boolean => tokenPattern.test(text);

/** The last segment of the address, for the API description. */
export const tokenParameter = {
  name: 'token',
  in: 'path',
  required: true,
  example: exampleToken,
  schema: { type: 'string', pattern: tokenPattern.source },
} as const;

/** What belongs to one person is kept nowhere and found by nobody. */
export function keepPrivate(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
}

/**
 * @param read by the token
 * @throws HttpProblem 404 with this message for what is no token, or belongs to nothing
 */
export async function answerByToken<Data>(
  token: string,
  message: string,
  read: (token: string) => Promise<Data | undefined>,
): Promise<{ status: 1; message: ''; data: Data }> {
  const data = isToken(token) ? await read(token) : undefined;
  if (data === undefined) throw new HttpProblem(404, message);
  return { status: 1, message: '', data };
}
