import type { FastifyRequest } from 'fastify';
import { ZohoError } from './errors.ts';
import type { Tokens } from './tokens.ts';

/** @returns the access token of a request, or undefined */
export function accessToken(request: FastifyRequest): string | undefined {
  return /^Zoho-oauthtoken (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
}

export const invalidToken = () => new ZohoError('INVALID_TOKEN', 'invalid oauth token', { statusCode: 401 });

/** Creates a hook that requires a valid access token. */
export function requireToken(tokens: Tokens) {
  return async function checkToken(request: FastifyRequest): Promise<void> {
    const token = accessToken(request);
    if (!token) {
      throw new ZohoError('AUTHENTICATION_FAILURE', 'Authentication failed', { statusCode: 401 });
    }
    if (!tokens.accepts(token)) throw invalidToken();
  };
}
