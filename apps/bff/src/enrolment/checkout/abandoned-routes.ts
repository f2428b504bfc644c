/** Routes of the link in an email about an abandoned checkout. */

import { type AbandonedData, abandonedData } from '@meridian/contracts/enrolment/abandoned';
import { checkoutData } from '@meridian/contracts/enrolment/orders';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { senderKey } from '../../platform/http/network-address.ts';
import { answerByToken, isToken, keepPrivate, tokenParameter } from '../../platform/http/private-answers.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import { checkoutCall } from './calls.ts';
import type { Checkout } from './checkout.ts';
import type { Opened } from './open-order.ts';

const parameters = [tokenParameter];
const example: { status: number; message: string; data: AbandonedData } = {
  status: 1,
  message: '',
  data: {
    state: 'open',
    course_name: 'Leading SAFe',
    number_of_course: 2,
    total_fee: 44_837.64,
    start_date: '2026-12-05',
    end_date: '2026-12-06',
    start_time: '09:00',
    end_time: '17:00',
    checkout_path: '/checkout?course_id=201&course_schedule_id=201417270104&course_qty=2',
  },
};

const readCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'get_unfinished_checkout',
  summary: 'An unpaid order, by the link of its reminder email',
  parameters: [...parameters],
  response: { 200: answerOf(abandonedData, { example }), ...problemAnswers(404, 500, 503) },
});

const resumeCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'resume_checkout',
  summary:
    'Opens an unpaid order again if its price has not changed; the answer is that of POST /api/checkout',
  parameters: [...parameters],
  response: {
    200: answerOf(checkoutData, {}),
    409: checkoutCall.response[409],
    ...problemAnswers(...bodyProblems, 404, 429, 500, 502, 503),
  },
});

const noLink = 'This link does not exist.';

interface Params {
  Params: { token: string };
}

/**
 * Registers `GET` and `POST /api/unfinished/:token`.
 *
 * @param answer sends the answer for an opened order, as `POST /api/checkout` does
 */
export function abandonedRoutes(
  app: FastifyInstance,
  checkout: Checkout,
  answer: (reply: FastifyReply, opened: Opened) => FastifyReply,
): void {
  app.get<Params>('/api/unfinished/:token', { config: { describes: readCall } }, ({ params }, reply) => {
    keepPrivate(reply);
    return answerByToken(params.token, noLink, checkout.abandoned);
  });
  app.post<Params>(
    '/api/unfinished/:token',
    { config: { describes: resumeCall } },
    async (request, reply) => {
      const { token } = request.params;
      const requester = { requestId: request.id, openedFrom: senderKey(request.ip) };
      const opened = isToken(token) ? await checkout.resume(token, requester) : undefined;
      if (!opened) throw new Refusal('not_found', 'link_unknown', noLink);
      return answer(reply, opened);
    },
  );
}
