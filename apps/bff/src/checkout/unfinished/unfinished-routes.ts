/** The link of a mail about an unfinished checkout. */
import { checkoutData } from '@meridian/contracts/checkout/orders';
import { type UnfinishedData, unfinishedData } from '@meridian/contracts/checkout/unfinished';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerOf } from '../../http/answers.ts';
import type { CallDescription } from '../../http/call-description.ts';
import { HttpProblem } from '../../http/errors.ts';
import { bodyProblems, problemAnswers } from '../../http/problem-answers.ts';
import type { Checkout } from '../checkout.ts';
import { checkoutCall } from '../checkout-calls.ts';
import type { Opened } from '../opening/open-order.ts';

const token = '0123456789abcdef0123456789abcdef01234567';
const tokenPattern = /^[0-9a-f]{40}$/;
const parameters = [
  {
    ...{ name: 'token', in: 'path', required: true, example: token },
    schema: { type: 'string', pattern: '^[0-9a-f]{40}$' },
  } as const,
];
const example: { status: number; message: string; data: UnfinishedData } = {
  ...{ status: 1, message: '' },
  data: {
    ...{ state: 'open', course_name: 'Leading SAFe', number_of_course: 2, total_fee: 44_837.64 },
    ...{ start_date: '2026-12-05', end_date: '2026-12-06', start_time: '09:00', end_time: '17:00' },
    checkout_path: '/checkout?course_id=201&course_schedule_id=201417270104&course_qty=2',
  },
};

const readCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'get_unfinished_checkout',
  summary: 'An order that is not paid, for who has the link of the mail about it',
  parameters: [...parameters],
  response: { 200: answerOf(unfinishedData, { example }), ...problemAnswers(404, 500, 503) },
});

const resumeCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'resume_checkout',
  summary: 'Goes on to the payment of such an order, at the same price; as POST /api/checkout',
  parameters: [...parameters],
  response: {
    200: answerOf(checkoutData, {}),
    409: checkoutCall.response[409],
    ...problemAnswers(...bodyProblems, 404, 429, 500, 502, 503),
  },
});

function setPrivateHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
}

const unknown = () => new HttpProblem(404, 'This link does not exist.');

interface Params {
  Params: { token: string };
}

/**
 * `GET` and `POST /api/unfinished/:token`.
 * @param answer of an opened order, as for `POST /api/checkout`
 */
export function unfinishedRoutes(
  app: FastifyInstance,
  checkout: Checkout,
  answer: (reply: FastifyReply, opened: Opened) => FastifyReply,
): void {
  app.get<Params>('/api/unfinished/:token', { config: { describes: readCall } }, async (request, reply) => {
    setPrivateHeaders(reply);
    const { token: text } = request.params;
    const data = tokenPattern.test(text) ? await checkout.unfinished(text) : undefined;
    if (!data) throw unknown();
    return { status: 1, message: '', data };
  });
  app.post<Params>(
    '/api/unfinished/:token',
    { config: { describes: resumeCall } },
    async (request, reply) => {
      const { token: text } = request.params;
      const requester = { requestId: request.id, address: request.ip };
      const opened = tokenPattern.test(text) ? await checkout.resume(text, requester) : undefined;
      if (!opened) throw unknown();
      return answer(reply, opened);
    },
  );
}
