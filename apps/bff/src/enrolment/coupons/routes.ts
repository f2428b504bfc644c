import {
  couponData,
  couponRequest,
  couponsData,
  couponsRequest,
} from '@meridian/contracts/enrolment/coupons';
import { requestId } from '@meridian/contracts/requests';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { checkedBody } from '../../platform/http/checked-body.ts';
import type { Guard } from '../../platform/http/limits.ts';
import { keepPrivate } from '../../platform/http/private-answers.ts';
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
        automatic: false,
        batches: null,
      },
    ],
  },
};

const courseParameter = {
  name: 'course_id',
  in: 'path',
  required: true,
  example: 101,
  schema: { type: 'integer', minimum: 1 },
} as const;

const couponsCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'list_coupons',
  summary: 'The coupons that pages of a course may show without input',
  parameters: [
    courseParameter,
    {
      name: 'category',
      in: 'query',
      schema: { type: 'string' },
      example: 'safe',
      description: 'Slug of the course’s category; includes the coupons of the category',
    },
  ],
  response: { 200: answerOf(couponsData, { example }), ...problemAnswers(404, 429, 500, 503) },
});

const couponCall = {
  tags: ['checkout'],
  operationId: 'find_coupon',
  summary: 'A coupon by its code; null if it does not exist, or is not valid for the course now',
  body: couponRequest.meta({ examples: [{ code: 'SPRING842', category: 'safe' }] }),
  parameters: [courseParameter],
  response: {
    200: answerOf(couponData, {
      example: { status: 1, message: '', data: { coupon: example.data.coupons[0] } },
    }),
    ...problemAnswers(400, 404, 413, 415, 429, 500, 503),
  },
};

function courseIdOf({ course_id }: { course_id: string }): number {
  const { data, success } = requestId.safeParse(course_id);
  if (!success) throw new Refusal('not_found', 'course_unknown', 'Course not found.');
  return data;
}

/**
 * Registers `/api/coupons/<course_id>`. Browsers must not cache its answers. GET returns the coupons that
 * pages may show, from a list that is at most 5 seconds old. POST returns one coupon by its code.
 */
export function couponRoutes(app: FastifyInstance, coupons: Coupons, guard: Guard): void {
  app.get<{ Params: { course_id: string }; Querystring: unknown }>(
    '/api/coupons/:course_id',
    { config: { describes: couponsCall } },
    async (request, reply) => {
      await guard(request);
      const courseId = courseIdOf(request.params);
      const { category } = couponsRequest.parse(request.query);
      const shown = await coupons.shown({ courseId, category });
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 1, message: '', data: { coupons: shown } });
    },
  );
  const body = checkedBody({ message: 'This is not the code of a coupon.' });
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/coupons/:course_id',
    {
      ...body,
      schema: { ...couponCall, params: z.object({ course_id: z.string() }) },
      config: { bodyFields: Object.keys(couponRequest.shape) },
    },
    async (request, reply) => {
      const { code, category } = request.body;
      const coupon = await coupons.named(code, { courseId: courseIdOf(request.params), category });
      return keepPrivate(reply).send({ status: 1, message: '', data: { coupon: coupon ?? null } });
    },
  );
}
