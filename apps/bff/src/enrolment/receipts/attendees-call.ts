import { attendeeSeats, nameAttendeesRequest } from '@meridian/contracts/enrolment/attendees';
import { answerOf } from '../../platform/http/answers.ts';
import { tokenParameter } from '../../platform/http/private-answers.ts';
import {
  bodyProblems,
  fieldProblemSchema,
  problemAnswers,
} from '../../platform/http/problems/problem-answers.ts';

const person = { name: 'Ravi Menon', email: 'ravi@example.com' };

export const nameAttendeesCall = {
  tags: ['checkout'],
  operationId: 'name_attendees',
  summary: 'Names attendees for open seats of a paid order, by the token of its receipt',
  description:
    'Names all of the people or none. People who already have a seat keep it, so repeating the call changes nothing. ' +
    'An error in a row has the key of the row, for example `attendees.2.email`.',
  parameters: [tokenParameter],
  body: nameAttendeesRequest.meta({ examples: [{ attendees: [person] }] }),
  response: {
    200: answerOf(attendeeSeats, {
      example: { status: 1, message: '', data: { attendees: [person, null], attendees_open: true } },
    }),
    ...problemAnswers(...bodyProblems, 404, 429, 500, 503),
    409: fieldProblemSchema.extend({ data: attendeeSeats }).meta({
      description:
        'Nobody was named: an address has a seat under another name, too few seats are empty, the order is ' +
        'unpaid, cancelled or erased, or its course has ended. `data` has the current seats',
      examples: [
        {
          status: 0,
          message: 'Only 1 seat is empty.',
          errors: { attendees: ['Only 1 seat is empty.'] },
          data: { attendees: [person, null], attendees_open: true },
        },
      ],
    }),
  },
};
