import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { lifetimeSeconds, type Tokens } from './tokens.ts';

const parameters = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** Response to a throttled token request. Its HTTP status is 200. */
export const throttled = {
  error: 'Access Denied',
  error_description: 'You have made too many requests continuously. Please try again after some time.',
  status: 'failure',
};

export function tokenRoutes(scope: FastifyInstance, tokens: Tokens): void {
  scope.post('/token', async (request) => {
    const body = z.record(z.string(), z.unknown()).catch({}).parse(request.body);
    const query = z.record(z.string(), z.unknown()).parse(request.query);
    const requested = parameters.safeParse({ ...query, ...body });
    const refusal = requested.success ? tokens.refusal(requested.data) : 'invalid_request';
    if (refusal) return { error: refusal };
    const token = tokens.issue();
    if (!token) return throttled;
    return {
      access_token: token,
      scope: 'ZohoCRM.modules.leads.ALL',
      api_domain: `${request.protocol}://${request.host}`,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
    };
  });
}
