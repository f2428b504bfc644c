import {
  dataLinkAnswer,
  dataLinkData,
  dataLinkRequest,
  erasureRequested,
} from '@meridian/contracts/privacy/data-requests';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { senderKey } from '../../platform/http/network-address.ts';
import { answerByToken, keepPrivate } from '../../platform/http/private-answers.ts';
import { bodyProblems, problemAnswers, problemSchema } from '../../platform/http/problems/problem-answers.ts';
import type { DataRequests } from './data-requests.ts';

const tags = ['personal data'];
const token = '0123456789abcdef0123456789abcdef01234567';
const linkParameter = {
  name: 'link',
  in: 'path',
  required: true,
  example: token,
  schema: { type: 'string' },
  description: 'Token of the emailed link; valid for 15 minutes',
} as const;
const timestamp = '2026-12-22T10:30:00.000Z';

const askCall = {
  tags,
  operationId: 'send_data_link',
  summary: 'Emails a link to the data held about an address; the response is the same for every address',
  body: dataLinkRequest.meta({ examples: [{ email: 'asha@example.com', kind: 'access' }] }),
  response: {
    200: answerOf(dataLinkAnswer, { example: { status: 1, message: '', data: { by: 'mail' } } }),
    ...problemAnswers(...bodyProblems, 429, 500, 503),
  },
};

const showCall = (): CallDescription => ({
  tags,
  operationId: 'get_data_link',
  summary: 'Returns the data held about the address of an emailed link; changes nothing',
  parameters: [linkParameter],
  response: {
    200: answerOf(dataLinkData, {
      example: {
        status: 1,
        message: '',
        data: {
          kind: 'access',
          state: 'open',
          expires_at: timestamp,
          held: { enquiries: [], bookings: [], attended: [], consents: [], mails: 2 },
        },
      },
    }),
    ...problemAnswers(404, 500, 503),
  },
});

const confirmCall = (): CallDescription => ({
  tags,
  operationId: 'ask_erasure',
  summary: 'Requests the erasure of all data that the law does not require to keep; the link works once',
  parameters: [linkParameter],
  response: {
    200: answerOf(erasureRequested, { example: { status: 1, message: '', data: { due_at: timestamp } } }),
    ...problemAnswers(...bodyProblems, 404, 409, 429, 500, 503),
    410: problemSchema.meta({
      description: 'The link was used or has expired',
      examples: [{ status: 0, message: 'This link has already been used, or is older than 15 minutes.' }],
    }),
  },
});

const noLink = 'This link does not exist.';

interface ByLink {
  Params: { link: string };
}

/** `POST /api/data-requests`, and below `/api/data-requests/:link`. */
export function dataRequestRoutes(app: FastifyInstance, requests: DataRequests): void {
  const options = {
    ...checkedBody({ message: 'Please check the details that are marked.' }),
    schema: askCall,
    config: { bodyFields: Object.keys(dataLinkRequest.shape) },
  };
  app.withTypeProvider<ZodTypeProvider>().post('/api/data-requests', options, async ({ body, ip }, reply) =>
    keepPrivate(reply).send({
      status: 1,
      message: '',
      data: requests.sendLink(body.email, body.kind, senderKey(ip)),
    }),
  );
  const path = '/api/data-requests/:link';
  app.get<ByLink>(path, { config: { describes: showCall } }, ({ params }, reply) => {
    keepPrivate(reply);
    return answerByToken(params.link, noLink, requests.show);
  });
  app.post<ByLink>(path, { config: { describes: confirmCall } }, ({ params }, reply) => {
    keepPrivate(reply);
    return answerByToken(params.link, noLink, requests.confirm);
  });
}
