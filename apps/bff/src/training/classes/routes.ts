import {
  additionRemoval,
  additionRequest,
  attendanceRequest,
  type ClassListData,
  classListData,
} from '@meridian/contracts/training/class-list';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { answerByToken, keepPrivate, tokenParameter } from '../../platform/http/private-answers.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import type { ClassLists } from './class-list.ts';

const tags = ['training'];
const data: ClassListData = {
  course_name: 'Leading SAFe',
  place: 'Live online',
  days: [{ day: '2026-12-05', starts_at: '09:00:00', ends_at: '17:00:00', is_open: true }],
  has_all_days: true,
  seats: [
    {
      person: '0123456789abcdef0123456789abcdef',
      name: 'Ravi Menon',
      booked_by: 'Asha Nair',
      days: ['2026-12-05'],
      present: ['2026-12-05'],
    },
  ],
  former: [],
  additions: [{ day: '2026-12-05', name: 'Meera Rao', email: 'meera@example.com' }],
  ends_at: '2026-12-12T18:29:59.000Z',
};
const answer = answerOf(classListData, { example: { status: 1, message: '', data } });

const readCall = (): CallDescription => ({
  tags,
  operationId: 'get_class_list',
  summary: 'Attendees of a batch, for the trainer who has the link',
  parameters: [tokenParameter],
  response: { 200: answer, ...problemAnswers(404, 500, 503) },
});

/** Each attendance mark is a request, and a trainer may mark a class of thirty within a minute. */
const maxPerMinute = 300;

const unknown = 'This class list does not exist, or has ended.';

const person = { name: 'Meera Rao', email: 'meera@example.com' };

const changeOptions = <Body extends z.ZodObject>(
  body: Body,
  call: { operationId: string; summary: string; example: z.input<Body> },
) => {
  const { example, ...described } = call;
  return {
    ...checkedBody({ message: 'Please check the details that are marked.' }),
    schema: {
      tags,
      ...described,
      parameters: [tokenParameter],
      body: body.meta({ examples: [example] }),
      params: z.object({ token: z.string() }),
      response: { 200: answer, ...problemAnswers(...bodyProblems, 404, 409, 429, 500, 503) },
    },
    config: {
      bodyFields: Object.keys(body.shape),
      rateLimit: { max: maxPerMinute, timeWindow: 60_000 },
    },
  };
};

const attendanceOptions = changeOptions(attendanceRequest, {
  operationId: 'note_attendance',
  summary: 'Records whether an attendee was present on a day of class',
  example: { person: '0123456789abcdef0123456789abcdef', day: '2026-12-05', present: true },
});
const additionOptions = changeOptions(additionRequest, {
  operationId: 'add_late_attendee',
  summary: 'Records a person who came to a day of class without a booking',
  example: { day: '2026-12-05', ...person },
});
const removalOptions = changeOptions(additionRemoval, {
  operationId: 'remove_late_attendee',
  summary: 'Removes a person who was recorded without a booking',
  example: { day: '2026-12-05', email: person.email },
});

/** `/api/classes/:token`. */
export function classRoutes(app: FastifyInstance, lists: ClassLists): void {
  const path = '/api/classes/:token';
  const answerWith = (
    reply: FastifyReply,
    token: string,
    read: (token: string) => Promise<ClassListData | undefined>,
  ) => {
    keepPrivate(reply);
    return answerByToken(token, unknown, read);
  };
  app.get<{ Params: { token: string } }>(path, { config: { describes: readCall } }, (request, reply) =>
    answerWith(reply, request.params.token, lists.read),
  );
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${path}/attendance`, attendanceOptions, ({ params, body }, reply) =>
      answerWith(reply, params.token, (token) => lists.recordAttendance(token, body)),
    )
    .post(`${path}/additions`, additionOptions, ({ params, body }, reply) =>
      answerWith(reply, params.token, (token) => lists.addPerson(token, body)),
    )
    .post(`${path}/additions/remove`, removalOptions, ({ params, body }, reply) =>
      answerWith(reply, params.token, (token) => lists.removePerson(token, body)),
    );
}
