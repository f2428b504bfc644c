import {
  type FeedbackData,
  feedbackData,
  feedbackRequest,
  reviewsData,
} from '@meridian/contracts/training/feedback';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { checkedBody } from '../../platform/http/checked-body.ts';
import type { Guard } from '../../platform/http/limits.ts';
import { answerByToken, keepPrivate, tokenParameter } from '../../platform/http/private-answers.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Feedback } from './feedback.ts';

const tags = ['training'];
const given = { rating: 5, helped: 'The exercises', improve: 'Longer breaks', may_publish: true };
const answer = answerOf(feedbackData, {
  example: {
    status: 1,
    message: '',
    data: { course_name: 'Leading SAFe', first_name: 'Ravi', answer: given, is_published: false },
  },
});

const readCall = (): CallDescription => ({
  tags,
  operationId: 'get_feedback',
  summary: 'Feedback about a class, for the attendee who has the link',
  parameters: [tokenParameter],
  response: { 200: answer, ...problemAnswers(404, 500, 503) },
});

const withdrawCall = (): CallDescription => ({
  tags,
  operationId: 'withdraw_feedback',
  summary: 'Withdraws the consent to publication: the review is no longer shown',
  parameters: [tokenParameter],
  response: { 200: answer, ...problemAnswers(...bodyProblems, 404, 429, 500, 503) },
});

const answerOptions = {
  ...checkedBody({ message: 'Please check the details that are marked.' }),
  schema: {
    tags,
    operationId: 'answer_feedback',
    summary: 'Stores the answers about a class, replacing earlier ones',
    parameters: [tokenParameter],
    body: feedbackRequest.meta({ examples: [given] }),
    params: z.object({ token: z.string() }),
    response: { 200: answer, ...problemAnswers(...bodyProblems, 404, 409, 429, 500, 503) },
  },
  config: { bodyFields: Object.keys(feedbackRequest.shape) },
};

const reviewsCall = (): CallDescription => ({
  tags: ['reads'],
  operationId: 'get_reviews',
  summary: 'Reviews of a course that attendees consented to publish',
  parameters: [
    {
      name: 'course_id',
      in: 'path',
      required: true,
      example: '201',
      schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
    },
  ],
  response: {
    200: answerOf(reviewsData, {
      example: {
        status: 1,
        message: '',
        data: { reviews: [{ first_name: 'Ravi', rating: 5, text: 'The exercises' }] },
      },
    }),
    ...problemAnswers(404, 429, 500, 503),
  },
});

interface ByToken {
  Params: { token: string };
}

function answerWith(
  reply: FastifyReply,
  token: string,
  read: (token: string) => Promise<FeedbackData | undefined>,
) {
  keepPrivate(reply);
  return answerByToken(token, 'This link does not exist.', read);
}

/** `/api/feedback/:token` and `GET /api/reviews/:course_id`. */
export function feedbackRoutes(app: FastifyInstance, feedback: Feedback, limitReads: Guard): void {
  const path = '/api/feedback/:token';
  app.get<ByToken>(path, { config: { describes: readCall } }, (request, reply) =>
    answerWith(reply, request.params.token, feedback.read),
  );
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(path, answerOptions, ({ params, body }, reply) =>
      answerWith(reply, params.token, (token) => feedback.answer(token, body)),
    );
  app.post<ByToken>(`${path}/withdraw`, { config: { describes: withdrawCall } }, (request, reply) =>
    answerWith(reply, request.params.token, feedback.withdraw),
  );
  app.get<{ Params: { course_id: string } }>(
    '/api/reviews/:course_id',
    { config: { describes: reviewsCall } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { course_id: courseId } = request.params;
      if (!/^[0-9]{1,15}$/.test(courseId))
        throw new Refusal('not_found', 'course_unknown', 'Course not found.');
      await limitReads(request);
      return { status: 1, message: '', data: await feedback.reviews(Number(courseId)) };
    },
  );
}
