import { receiptLinksRequest } from '@meridian/contracts/enrolment/self-service';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkedBody } from '../../../platform/http/checked-body.ts';
import { senderKey } from '../../../platform/http/network-address.ts';
import { answerByToken, keepPrivate } from '../../../platform/http/private-answers.ts';
import { askCall, changeCall, changesCall, receiptLinksCall, sendLinkCall, showLinkCall } from './calls.ts';
import type { SelfService } from './self-service.ts';

const noReceipt = 'This booking page does not exist.';
const noLink = 'This link does not exist.';
const changeFields = ['change', 'attendees', 'seats', 'expected_refund', 'course_schedule_id'];
const marked = 'Please check the details that are marked.';

interface ByToken {
  Params: { token: string };
}
interface ByLink {
  Params: { link: string };
}

function receiptCalls(app: FastifyInstance, service: SelfService): void {
  app.get<ByToken>(
    '/api/receipts/:token/changes',
    { config: { describes: changesCall } },
    (request, reply) => {
      keepPrivate(reply);
      return answerByToken(request.params.token, noReceipt, service.changes);
    },
  );
  app.post<ByToken>(
    '/api/receipts/:token/manage-link',
    { config: { describes: sendLinkCall } },
    (request, reply) => {
      keepPrivate(reply);
      return answerByToken(request.params.token, noReceipt, service.sendLink);
    },
  );
  const options = {
    ...checkedBody({ message: marked, isLogged: true }),
    schema: { ...askCall, params: z.object({ token: z.string() }) },
    config: { bodyFields: changeFields },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api/receipts/:token/requests', options, ({ params, body }, reply) => {
      keepPrivate(reply);
      return answerByToken(params.token, noReceipt, (token) => service.ask(token, body));
    });
}

function linkCalls(app: FastifyInstance, service: SelfService): void {
  app.get<ByLink>('/api/manage/:link', { config: { describes: showLinkCall } }, (request, reply) => {
    keepPrivate(reply);
    return answerByToken(request.params.link, noLink, service.show);
  });
  const options = {
    ...checkedBody({ message: marked, isLogged: true }),
    schema: { ...changeCall, params: z.object({ link: z.string() }) },
    config: { bodyFields: changeFields },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api/manage/:link', options, ({ params, body, id, ip }, reply) => {
      keepPrivate(reply);
      const requester = { requestId: id, openedFrom: senderKey(ip) };
      return answerByToken(params.link, noLink, (link) => service.change(link, body, requester));
    });
}

/** Registers the routes below `/api/receipts/:token`, `/api/manage/:link`, and `POST /api/receipt-links`. */
export function selfServiceRoutes(app: FastifyInstance, service: SelfService): void {
  receiptCalls(app, service);
  linkCalls(app, service);
  const options = {
    ...checkedBody({ message: marked }),
    schema: receiptLinksCall,
    config: { bodyFields: Object.keys(receiptLinksRequest.shape) },
  };
  app.withTypeProvider<ZodTypeProvider>().post('/api/receipt-links', options, async ({ body, ip }, reply) =>
    keepPrivate(reply).send({
      status: 1,
      message: '',
      data: service.sendReceiptLinks(body.email, senderKey(ip)),
    }),
  );
}
