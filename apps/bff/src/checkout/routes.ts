import { bookingRequest, checkoutRequest } from '@meridian/contracts/checkout/orders';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fieldErrorsOf, HttpProblem } from '../http/errors.ts';
import { guardSignatures } from '../http/signature-guard.ts';
import type { Checkout } from './checkout.ts';
import { notConfirmed, reasonsOf } from './refusal.ts';
import { paymentReturnRoute } from './return-route.ts';

/** @throws HttpProblem 400, after the refusal was logged: a caller that gets it again and again sells nothing */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
  message: string,
): z.output<Schema> {
  const parsed = schema.safeParse(request.body);
  if (parsed.success) return parsed.data;
  const route = request.routeOptions.url;
  request.log.warn({ route, reasons: reasonsOf(parsed.error) }, 'body refused');
  throw new HttpProblem(400, message, { errors: fieldErrorsOf(parsed.error) });
}

/** What belongs to one payer is kept nowhere and found by nobody. */
function keepPrivate(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
}

const webhookBodyLimitBytes = 1024 * 1024;

async function webhookRoute(scope: FastifyInstance, checkout: Checkout): Promise<void> {
  // The signature is over the bytes as they came: this route alone keeps them.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const guard = guardSignatures(scope, 'x-razorpay-signature');
  scope.post('/api/webhooks/razorpay', { bodyLimit: webhookBodyLimitBytes }, async (request, reply) => {
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const received = checkout.receiveWebhook({
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: header('x-razorpay-signature'),
      eventId: header('x-razorpay-event-id'),
    });
    const outcome = await guard.watch(request, received);
    request.log.info({ outcome }, 'webhook');
    return keepPrivate(reply).send({ status: 1, message: '' });
  });
}

/** A calendar file's address ends in `.ics`; a token has no dot. */
const tokenPattern = /^([0-9a-f]{40})(\.ics)?$/;

function receiptRoute(app: FastifyInstance, checkout: Checkout): void {
  const unknown = () => new HttpProblem(404, 'This receipt does not exist.');
  app.get<{ Params: { file: string }; Querystring: { fresh?: unknown } }>(
    '/api/receipts/:file',
    async (request, reply) => {
      keepPrivate(reply);
      const [, token, extension] = tokenPattern.exec(request.params.file) ?? [];
      if (token === undefined) throw unknown();
      if (extension === undefined) {
        const data = await (request.query.fresh === '1'
          ? checkout.freshReceipt(token)
          : checkout.receipt(token));
        if (!data) throw unknown();
        return { status: 1, message: '', data };
      }
      const calendar = await checkout.calendar(token);
      if (calendar === undefined) throw unknown();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="course.ics"')
        .send(calendar);
    },
  );
}

const fieldsOf = (schema: z.ZodObject) => ({ bodyFields: Object.keys(schema.shape) });

const priceChanged = 'The fee has changed since this page was opened. Nothing was charged.';

/** `POST /api/checkout`, `/api/booking`, `/api/payments/return`, `/api/webhooks/razorpay` and `GET /api/receipts/:token`. */
export function checkoutRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.post('/api/checkout', { config: fieldsOf(checkoutRequest) }, async (request, reply) => {
    const wanted = parse(checkoutRequest, request, 'Please check the details that are marked.');
    const opened = await checkout.open(wanted, request.id);
    if (opened.kind === 'opened')
      return keepPrivate(reply).send({ status: 1, message: '', data: opened.data });
    const errors = { expected_total: [priceChanged] };
    return keepPrivate(reply)
      .code(409)
      .send({ status: 0, message: priceChanged, errors, data: opened.price });
  });
  app.post('/api/booking', { config: fieldsOf(bookingRequest) }, async (request, reply) =>
    keepPrivate(reply).send(await checkout.confirm(parse(bookingRequest, request, notConfirmed))),
  );
  app.register(async (scope) => paymentReturnRoute(scope, checkout));
  app.register(async (scope) => webhookRoute(scope, checkout));
  receiptRoute(app, checkout);
}
