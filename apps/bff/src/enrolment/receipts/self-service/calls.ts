/** Descriptions of the requests and answers of self-service. */
import {
  changeOutcome,
  changesData,
  linkSent,
  type ManageData,
  manageData,
  type RequestedChange,
  receiptLinksAnswer,
  receiptLinksRequest,
  requestedChange,
} from '@meridian/contracts/enrolment/self-service';
import { answerOf } from '../../../platform/http/answers.ts';
import type { CallDescription } from '../../../platform/http/call-description.ts';
import { tokenParameter } from '../../../platform/http/private-answers.ts';
import {
  bodyProblems,
  fieldProblemSchema,
  problemAnswers,
  problemSchema,
} from '../../../platform/http/problems/problem-answers.ts';

const tags = ['checkout'];
const person = { name: 'Ravi Menon', email: 'ravi@example.com' };
const receipt_path = `/receipt/${tokenParameter.example}`;
const requestedChanges: RequestedChange[] = [
  { change: 'attendees', attendees: [person] },
  { change: 'cancel', seats: 1, expected_refund: 22_418.82 },
  { change: 'move', course_schedule_id: 201_417_270_105 },
];

const linkParameter = {
  ...tokenParameter,
  name: 'link',
  description: 'Token of a link emailed to the order’s address; valid for 15 minutes',
};
const linkOver = problemSchema.meta({
  description: 'The link was used or has expired',
  examples: [
    { status: 0, message: 'This link has already been used. Please ask for a new one on your booking page.' },
  ],
});
const notNow = fieldProblemSchema.meta({
  description:
    'Nothing was changed or sent, for example because the booking does not allow it now, the amount has changed, too few seats are left, or an earlier move is open',
  examples: [{ status: 0, message: 'The course has begun: please contact us.' }],
});

export const changesCall = (): CallDescription => ({
  tags,
  operationId: 'get_changes',
  summary: 'The possible changes of a booking, by the token of its receipt',
  parameters: [tokenParameter],
  response: {
    200: answerOf(changesData, {
      example: {
        status: 1,
        message: '',
        data: { by: 'link', email_hint: 'a…@example.com', changes: ['attendees', 'cancel', 'move'] },
      },
    }),
    ...problemAnswers(404, 500, 503),
  },
});

export const sendLinkCall = (): CallDescription => ({
  tags,
  operationId: 'send_manage_link',
  summary: 'Emails a link that changes the booking once, to the order’s email address',
  parameters: [tokenParameter],
  response: {
    200: answerOf(linkSent, {
      example: { status: 1, message: '', data: { email_hint: 'a…@example.com', minutes: 15 } },
    }),
    ...problemAnswers(...bodyProblems, 404, 429, 500, 503),
    409: notNow,
  },
});

export const askCall = {
  tags,
  operationId: 'request_change',
  summary: 'Requests a change from an operator; possible only if the server sends no emails',
  parameters: [tokenParameter],
  body: requestedChange.meta({ examples: requestedChanges }),
  response: {
    200: answerOf(changeOutcome, {
      example: { status: 1, message: '', data: { outcome: 'requested', receipt_path } },
    }),
    ...problemAnswers(...bodyProblems, 404, 429, 500, 503),
    409: notNow,
  },
};

const shown: ManageData = {
  state: 'open',
  expires_at: '2026-11-22T10:45:00.000Z',
  booking: {
    course_name: 'Leading SAFe',
    start_date: '2026-12-12',
    end_date: '2026-12-13',
    seats: 1,
    attendees: [person],
    changes: ['attendees', 'cancel', 'move'],
    cancel: [{ seats: 1, price: 22_418.82, percent: 100, refund: 22_418.82 }],
    move: [],
    receipt_path,
  },
};

export const showLinkCall = (): CallDescription => ({
  tags,
  operationId: 'get_manage_link',
  summary: 'The changes that an emailed link allows; changes nothing',
  parameters: [linkParameter],
  response: {
    200: answerOf(manageData, { example: { status: 1, message: '', data: shown } }),
    ...problemAnswers(404, 500, 503),
  },
});

export const changeCall = {
  tags,
  operationId: 'change_booking',
  summary: 'Makes one change of a booking; the link works once',
  description:
    'A move is `requested`: the booking stays in its batch until the move is confirmed by email. A move to a more expensive batch is `to_pay`: nothing changes until the new order is paid. `refund` tells ' +
    'whether the payment provider has the refund of cancelled seats.',
  parameters: [linkParameter],
  body: requestedChange.meta({ examples: requestedChanges }),
  response: {
    200: answerOf(changeOutcome, {
      example: { status: 1, message: '', data: { outcome: 'done', receipt_path } },
    }),
    ...problemAnswers(...bodyProblems, 404, 429, 500, 502, 503),
    409: notNow,
    410: linkOver,
  },
};

export const receiptLinksCall = {
  tags,
  operationId: 'send_receipt_links',
  summary: 'Emails the receipt links of an address to this address; the answer is the same for every address',
  body: receiptLinksRequest.meta({ examples: [{ email: 'asha@example.com' }] }),
  response: {
    200: answerOf(receiptLinksAnswer, { example: { status: 1, message: '', data: { by: 'mail' } } }),
    ...problemAnswers(...bodyProblems, 429, 500, 503),
  },
};
