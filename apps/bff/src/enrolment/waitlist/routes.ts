import { type OfferData, offerData } from '@meridian/contracts/enrolment/waitlist/offer';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import {
  answerByToken,
  exampleToken,
  keepPrivate,
  tokenParameter,
} from '../../platform/http/private-answers.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import type { Waitlist } from './waitlist.ts';

const parameters = [tokenParameter];
const example: { status: number; message: string; data: OfferData } = {
  status: 1,
  message: '',
  data: {
    state: 'open',
    course_id: 201,
    course_name: 'Leading SAFe',
    course_schedule_id: 201_417_270_104,
    start_date: '2026-12-05',
    end_date: '2026-12-06',
    start_time: '09:00',
    end_time: '17:00',
    number_of_course: 2,
    ends_at: '2026-11-23T12:00:00.000Z',
    checkout_path: `/checkout?course_id=201&course_schedule_id=201417270104&course_qty=2&offer=${exampleToken}`,
  },
};

const offerCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'get_offer',
  summary: 'The seats offered to an entry of the waiting list, by the token of the offer',
  parameters: [...parameters],
  response: { 200: answerOf(offerData, { example }), ...problemAnswers(404, 500, 503) },
});

const declineCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'decline_offer',
  summary:
    'Declines an open offer, so that its seats go to the next entry. If the offer is not open, nothing changes',
  parameters: [...parameters],
  response: { 200: answerOf(offerData, { example }), ...problemAnswers(...bodyProblems, 404, 429, 500, 503) },
});

const undoCall = (): CallDescription => ({
  tags: ['checkout'],
  operationId: 'undo_decline',
  summary: 'Opens a declined offer again before its end, if its seats are still free',
  parameters: [...parameters],
  response: {
    200: answerOf(offerData, { example }),
    ...problemAnswers(...bodyProblems, 404, 409, 429, 500, 502, 503),
  },
});

function answer(reply: FastifyReply, token: string, read: (token: string) => Promise<OfferData | undefined>) {
  keepPrivate(reply);
  return answerByToken(token, 'This offer does not exist.', read);
}

/**
 * Registers `GET /api/waitlist/:token`, and the POSTs `/decline` and `/undo` below it. The GET changes
 * nothing, because mail scanners open links.
 */
export function waitlistRoutes(app: FastifyInstance, waitlist: Waitlist): void {
  app.get<{ Params: { token: string } }>(
    '/api/waitlist/:token',
    { config: { describes: offerCall } },
    (request, reply) => answer(reply, request.params.token, waitlist.offer),
  );
  app.post<{ Params: { token: string } }>(
    '/api/waitlist/:token/decline',
    { config: { describes: declineCall } },
    (request, reply) => answer(reply, request.params.token, waitlist.decline),
  );
  app.post<{ Params: { token: string } }>(
    '/api/waitlist/:token/undo',
    { config: { describes: undoCall } },
    (request, reply) => answer(reply, request.params.token, waitlist.undoDecline),
  );
}
