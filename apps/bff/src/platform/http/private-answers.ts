/** Private responses: the token in the URL grants access. */
import type { FastifyReply } from 'fastify';
import { HttpProblem } from './problems/errors.ts';

const tokenPattern = /^[0-9a-f]{40}$/;
/** Token in the examples of the OpenAPI document. */
export const exampleToken = '0123456789abcdef0123456789abcdef01234567';

export const isToken = (text: string): boolean => tokenPattern.test(text);

/** OpenAPI parameter of the token, the last path segment. */
export const tokenParameter = {
  name: 'token',
  in: 'path',
  required: true,
  example: exampleToken,
  schema: { type: 'string', pattern: tokenPattern.source },
} as const;

/** Sets headers so that a personal response is not cached by anyone and not indexed by search engines. */
export function keepPrivate(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
}

/**
 * @param read reads the data of a token
 * @throws HttpProblem 404 with this message if the token is malformed or unknown
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
