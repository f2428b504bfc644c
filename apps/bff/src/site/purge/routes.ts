import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import { createBackOff } from '../../platform/http/back-off.ts';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { HttpProblem } from '../../platform/http/problems/errors.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import type { Purges } from './purge.ts';
import { purgeUsage } from './purge-target.ts';

export const purgePath = '/api/cache/purge';

const purgeRequest = z.object({
  target: z.string().default('all').describe(`Target of the purge: ${purgeUsage}`),
});
const purgeData = z.object({
  purged: z.number().int().describe('Number of answers, pages and files purged in this server'),
});

/** Hashes of equal length allow a comparison in constant time. */
const digest = (text: string) => createHash('sha256').update(text).digest();

const notUnderstood = 'The request is invalid.';

const purgeCall = {
  tags: ['operations'],
  operationId: 'purge_cache',
  summary: 'Purges cached answers and pages',
  description: 'For the webhook of a content system. Exists only if OPS_TOKEN is set.',
  security: [{ operators: [] }],
  body: purgeRequest.meta({ examples: [{ target: 'all' }] }),
  response: {
    200: answerOf(purgeData, { example: { status: 1, message: 'Purged', data: { purged: 12 } } }),
    ...problemAnswers(...bodyProblems, 401, 500, 502),
  },
};

/**
 * `POST /api/cache/purge {target?}` with `Authorization: Bearer <token>`, a webhook for content systems.
 * @param token if undefined, the route does not exist
 */
export function purgeRoutes(app: FastifyInstance, purges: Purges, token: string | undefined): void {
  if (token === undefined) return;
  const expected = digest(`Bearer ${token}`);
  const backOff = createBackOff({
    freeFailures: 5,
    firstPauseMs: 1_000,
    maxPauseMs: 15 * 60_000,
    forgetMs: 60 * 60_000,
  });

  app.withTypeProvider<ZodTypeProvider>().post(purgePath, {
    ...checkedBody({ message: notUnderstood }),
    schema: purgeCall,
    config: { bodyFields: Object.keys(purgeRequest.shape) },
    // The token is checked before the body is read.
    onRequest: async (request: FastifyRequest, reply) => {
      // During the back-off even a correct token is refused.
      backOff.check(request.ip);
      if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
        backOff.succeeded(request.ip);
        return;
      }
      backOff.failed(request.ip);
      reply.header('www-authenticate', 'Bearer');
      throw new HttpProblem(401, 'This call requires the token of the operators.');
    },
    async handler(request, reply) {
      const { target } = request.body;
      const purged = await purges.purge(target).catch((cause: unknown) => {
        throw new HttpProblem(
          502,
          'Purged here, but the other servers could not be notified. Please try again.',
          {
            cause,
          },
        );
      });
      if (purged === undefined)
        throw new HttpProblem(400, notUnderstood, {
          errors: { target: [`Must be ${purgeUsage}`] },
        });
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 1, message: 'Purged', data: { purged } });
    },
  });
}
