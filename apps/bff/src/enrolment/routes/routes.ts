import { nameAttendeesRequest } from '@meridian/contracts/checkout/attendees';
import { correctionRequest } from '@meridian/contracts/checkout/billing';
import { bookingRequest, checkoutRequest } from '@meridian/contracts/checkout/orders';
import { priceRequest } from '@meridian/contracts/checkout/price';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { isToken, keepPrivate } from '../../platform/http/private-answers.ts';
import { guardSignatures } from '../../platform/http/signature-guard.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Opened } from '../checkout/open-order.ts';
import { notConfirmed } from '../checkout/refusal.ts';
import type { Checkout } from '../enrolment.ts';
import { nameAttendeesCall } from './attendees-call.ts';
import {
  bookingCall,
  calendarCall,
  checkoutCall,
  documentCall,
  priceCall,
  receiptCall,
  webhookCall,
} from './checkout-calls.ts';
import { askCorrectionCall } from './correction-call.ts';
import { paymentReturnRoute } from './return-route.ts';
import { unfinishedRoutes } from './unfinished-routes.ts';

const webhookBodyLimitBytes = 1024 * 1024;

async function webhookRoute(scope: FastifyInstance, checkout: Checkout): Promise<void> {
  // The signature is over the raw bytes, so this route does not parse them.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const { path, signatureHeader } = checkout.webhook;
  const guard = guardSignatures(scope, signatureHeader);
  const config = { describes: () => webhookCall(signatureHeader) };
  scope.post(path, { bodyLimit: webhookBodyLimitBytes, config }, async (request, reply) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const received = checkout.receiveWebhook({ rawBody, headers: request.headers });
    const outcome = await guard.watch(request, received);
    request.log.info({ outcome }, 'webhook');
    return keepPrivate(reply).send({ status: 1, message: '' });
  });
}

const unknown = () => new Refusal('not_found', 'receipt_unknown', 'This receipt does not exist.');

function receiptRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.get<{ Params: { token: string }; Querystring: { fresh?: unknown } }>(
    '/api/receipts/:token',
    { config: { describes: receiptCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const { token } = request.params;
      if (!isToken(token)) throw unknown();
      const data = await (request.query.fresh === '1'
        ? checkout.freshReceipt(token)
        : checkout.receipt(token));
      if (!data) throw unknown();
      return { status: 1, message: '', data };
    },
  );
  app.get<{ Params: { token: string } }>(
    '/api/receipts/:token.ics',
    { config: { describes: calendarCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const { token } = request.params;
      const calendar = isToken(token) ? await checkout.calendar(token) : undefined;
      if (calendar === undefined) throw unknown();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="course.ics"')
        .send(calendar);
    },
  );
}

const documentPattern = /^[A-Z1-9][A-Z0-9]{0,3}-\d{4}-\d{1,8}$/;

function documentRoute(app: FastifyInstance, checkout: Checkout): void {
  app.get<{ Params: { token: string; number: string } }>(
    '/api/receipts/:token/documents/:number.pdf',
    { config: { describes: documentCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const { token, number } = request.params;
      const isPath = isToken(token) && documentPattern.test(number);
      const pdf = isPath ? await checkout.document(token, number) : undefined;
      if (!pdf) throw new Refusal('not_found', 'document_unknown', 'This document does not exist.');
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${number}.pdf"`)
        .send(pdf);
    },
  );
}

const fieldsOf = (schema: z.ZodObject) => ({ bodyFields: Object.keys(schema.shape) });

function attendeesRoute(app: FastifyInstance, checkout: Checkout): void {
  const options = {
    ...checkedBody({ message: 'Please check the people that are marked.', isLogged: true }),
    schema: { ...nameAttendeesCall, params: z.object({ token: z.string() }) },
    config: fieldsOf(nameAttendeesRequest),
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api/receipts/:token/attendees', options, async ({ params: { token }, body }, reply) => {
      keepPrivate(reply);
      const named = isToken(token) ? await checkout.nameAttendees(token, body.attendees) : undefined;
      if (!named) throw unknown();
      if (named.kind === 'named') return reply.send({ status: 1, message: '', data: named.data });
      const { kind: _refused, ...said } = named;
      return reply.code(409).send({ status: 0, ...said });
    });
}

function correctionRoute(app: FastifyInstance, checkout: Checkout): void {
  const options = {
    ...checkedBody({ message: 'Please check the details that are marked.', isLogged: true }),
    schema: { ...askCorrectionCall, params: z.object({ token: z.string() }) },
    config: fieldsOf(correctionRequest),
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api/receipts/:token/billing', options, async ({ params: { token }, body }, reply) => {
      keepPrivate(reply);
      const asked = isToken(token) ? await checkout.askCorrection(token, body) : undefined;
      if (!asked) throw unknown();
      if (asked.kind === 'refused') throw new Refusal('conflict', 'correction_refused', asked.message);
      return reply.send({ status: 1, message: '', data: { asked: true as const } });
    });
}

const priceChanged = 'The fee has changed since this page was opened. Nothing was charged.';

function answerOpened(reply: FastifyReply, opened: Opened): FastifyReply {
  if (opened.kind === 'opened') return keepPrivate(reply).send({ status: 1, message: '', data: opened.data });
  if (opened.kind === 'seats_short') {
    const { message, data } = opened;
    return keepPrivate(reply)
      .code(409)
      .send({ status: 0, message, errors: { number_of_course: [message] }, data });
  }
  const errors = { expected_total: [priceChanged] };
  return keepPrivate(reply).code(409).send({ status: 0, message: priceChanged, errors, data: opened.price });
}

/**
 * `POST /api/price`, `/api/checkout`, `/api/booking`, `/api/payments/return`, the provider's webhook and
 * `/api/receipts/:token`.
 */
export function checkoutRoutes(app: FastifyInstance, checkout: Checkout): void {
  const zodApp = app.withTypeProvider<ZodTypeProvider>();
  const checkoutOptions = {
    ...checkedBody({ message: 'Please check the details that are marked.', isLogged: true }),
    schema: checkoutCall,
    config: fieldsOf(checkoutRequest),
  };
  zodApp.post('/api/checkout', checkoutOptions, async (request, reply) =>
    answerOpened(reply, await checkout.open(request.body, { requestId: request.id, address: request.ip })),
  );
  const priceOptions = {
    ...checkedBody({ message: 'This price cannot be computed.' }),
    schema: priceCall,
    config: fieldsOf(priceRequest),
  };
  zodApp.post('/api/price', priceOptions, async (request, reply) =>
    keepPrivate(reply).send({
      status: 1,
      message: '',
      data: await checkout.price(request.body, request.id),
    }),
  );
  const bookingOptions = {
    ...checkedBody({ message: notConfirmed, isLogged: true }),
    schema: bookingCall,
    config: fieldsOf(bookingRequest),
  };
  zodApp.post('/api/booking', bookingOptions, async (request, reply) =>
    keepPrivate(reply).send(await checkout.confirm(request.body)),
  );
  app.register(async (scope) => paymentReturnRoute(scope, checkout));
  app.register(async (scope) => webhookRoute(scope, checkout));
  receiptRoutes(app, checkout);
  unfinishedRoutes(app, checkout, answerOpened);
  attendeesRoute(app, checkout);
  correctionRoute(app, checkout);
  documentRoute(app, checkout);
}
