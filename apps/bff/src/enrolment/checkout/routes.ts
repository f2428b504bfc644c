import { bookingRequest, checkoutRequest } from '@meridian/contracts/enrolment/orders';
import { priceRequest } from '@meridian/contracts/enrolment/price';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { senderKey } from '../../platform/http/network-address.ts';
import { keepPrivate } from '../../platform/http/private-answers.ts';
import { abandonedRoutes } from './abandoned-routes.ts';
import { bookingCall, checkoutCall, priceCall } from './calls.ts';
import type { Checkout } from './checkout.ts';
import type { Opened } from './open-order.ts';
import { notConfirmed } from './refusal.ts';
import { paymentReturnRoute } from './return-route.ts';

const fieldsOf = (schema: z.ZodObject) => ({ bodyFields: Object.keys(schema.shape) });

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
 * Registers `POST /api/price`, `/api/checkout`, `/api/booking`, `/api/payments/return`, and
 * `/api/unfinished/:token`.
 */
export function checkoutRoutes(app: FastifyInstance, checkout: Checkout): void {
  const zodApp = app.withTypeProvider<ZodTypeProvider>();
  const checkoutOptions = {
    ...checkedBody({ message: 'Please check the details that are marked.', isLogged: true }),
    schema: checkoutCall,
    config: fieldsOf(checkoutRequest),
  };
  zodApp.post('/api/checkout', checkoutOptions, async (request, reply) =>
    answerOpened(
      reply,
      await checkout.open(request.body, { requestId: request.id, openedFrom: senderKey(request.ip) }),
    ),
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
  abandonedRoutes(app, checkout, answerOpened);
}
