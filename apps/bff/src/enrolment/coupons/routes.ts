import { couponsData, couponsRequest } from '@meridian/contracts/enrolment/coupons';
import { requestId } from '@meridian/contracts/requests';
import type { FastifyInstance } from 'fastify';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import type { Guard } from '../../platform/http/limits.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Coupons } from './coupons.ts';

const example = {
  status: 1,
  message: '',
  data: {
    coupons: [
      {
        code: 'SPRING842',
        label: 'Coupon of the week',
        ends_at: '2026-11-24T18:30:00.000Z',
        percent: 5,
        amount: null,
        min_seats: 1,
        by_itself: false,
      },
    ],
  },
};

const couponsCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'list_coupons',
  summary: 'The coupons that pages of a course may show by themselves',
  parameters: [
    { name: 'course_id', in: 'path', required: true, example: 101, schema: { type: 'integer', minimum: 1 } },
    {
      name: 'category',
      in: 'query',
      schema: { type: 'string' },
      example: 'safe',
      description: 'Of the course, as in addresses; for coupons of a whole category',
    },
  ],
  response: { 200: answerOf(couponsData, { example }), ...problemAnswers(404, 429, 500, 503) },
});

/** `GET /api/coupons/<course_id>`: at most a few seconds old, and not cached. */
export function couponRoutes(app: FastifyInstance, coupons: Coupons, guard: Guard): void {
  app.get<{ Params: { course_id: string }; Querystring: unknown }>(
    '/api/coupons/:course_id',
    { config: { describes: couponsCall } },
    async (request, reply) => {
      await guard(request);
      const courseId = requestId.safeParse(request.params.course_id);
      if (!courseId.success) throw new Refusal('not_found', 'course_unknown', 'There is no such course.');
      const { category } = couponsRequest.parse(request.query);
      const shown = await coupons.shown({ courseId: courseId.data, category });
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 1, message: '', data: { coupons: shown } });
    },
  );
}
