import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createBackOff } from '../http/back-off.ts';
import { fieldErrorsOf, HttpProblem } from '../http/errors.ts';
import type { Purges } from './purge.ts';
import { purgeWords } from './purge-target.ts';

export const purgePath = '/api/cache/purge';

export const purgeRequest = z.object({
  target: z.string().default('all').describe(`What is read anew: ${purgeWords}`),
});
export const purgeData = z.object({
  purged: z
    .number()
    .int()
    .describe('How many kept answers, pages and files that were, in the server that was asked'),
});

/** Hashes are equally long, and comparing them tells nothing of the token by the time that it takes. */
const digest = (text: string) => createHash('sha256').update(text).digest();

function readRequest(body: unknown): { target: string } {
  const parsed = purgeRequest.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  throw new HttpProblem(400, 'The request is not understood.', { errors: fieldErrorsOf(parsed.error) });
}

/**
 * `POST /api/cache/purge {target?}` with `Authorization: Bearer <token>`, for the hook of a content system.
 * @param token without one there is no such address
 */
export function purgeRoutes(app: FastifyInstance, purges: Purges, token: string | undefined): void {
  if (token === undefined) return;
  const expected = digest(`Bearer ${token}`);
  const backOff = createBackOff({
    freeFailures: 5,
    firstPauseMs: 1_000,
    longestPauseMs: 15 * 60_000,
    forgetMs: 60 * 60_000,
  });

  app.post(purgePath, {
    config: { bodyFields: Object.keys(purgeRequest.shape) },
    // Before the body is read: whoever may not ask is not listened to.
    onRequest: async (request: FastifyRequest, reply) => {
      // Whoever guesses has to wait before the next guess is even looked at, be it the right one.
      backOff.check(request.ip);
      if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
        backOff.succeeded(request.ip);
        return;
      }
      backOff.failed(request.ip);
      reply.header('www-authenticate', 'Bearer');
      throw new HttpProblem(401, 'This call needs the token of the operators.');
    },
    async handler(request, reply) {
      const { target } = readRequest(request.body);
      const purged = await purges.purge(target).catch((cause: unknown) => {
        throw new HttpProblem(
          502,
          'Purged here, but the other servers could not be told. Please try again.',
          {
            cause,
          },
        );
      });
      if (purged === undefined)
        throw new HttpProblem(400, 'The request is not understood.', {
          errors: { target: [`Must be ${purgeWords}`] },
        });
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 1, message: 'Purged', data: { purged } });
    },
  });
}
