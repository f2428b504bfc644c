import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { type ReachOptions, recordReach } from './reach.ts';

const reachedCall = (): CallDescription => ({
  tags: ['operations'],
  operationId: 'record_reach',
  summary: "Shows that an operator's browser reaches the site",
  description: 'The set-up page of the console creates the address.',
  parameters: [
    { name: 'token', in: 'path', required: true, example: '1795851256110-5f0c', schema: { type: 'string' } },
  ],
  response: {
    200: answerOf(z.object({}), { example: { status: 1, message: 'Reached', data: {} } }),
    ...problemAnswers(404, 409, 429, 500, 503),
  },
});

/** `GET /api/reached/:token` */
export function reachRoute(app: FastifyInstance, options: ReachOptions): void {
  app.get<{ Params: { token: string } }>(
    '/api/reached/:token',
    { config: { describes: reachedCall } },
    async (request, reply) => {
      // The console, which has another origin, reads the response. The response contains no data.
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
      const origin = `${request.protocol}://${request.host}`;
      await recordReach(options, { token: request.params.token, origin });
      return { status: 1, message: 'Reached', data: {} };
    },
  );
}
