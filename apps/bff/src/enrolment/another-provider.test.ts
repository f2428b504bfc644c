/** The checkout with a second payment provider. Only the payment provider is replaced. */
import fastify from 'fastify';
import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../testing/checkout/checkout-stack.ts';
import { createStubProvider } from '../../testing/checkout/stub-provider.ts';
import { installErrorHandler } from '../platform/http/problems/error-handler.ts';
import { createBookings } from './bookings/bookings.ts';
import { createCheckout } from './checkout/checkout.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { decide } from './decisions/decide.ts';
import { paymentRoutes } from './payments/routes.ts';
import { createWebhook } from './payments/webhook.ts';
import { reconcile } from './reconciler/reconcile.ts';

const stack = await useCheckoutStack();
const stub = createStubProvider();
const deps = { ...stack.deps, provider: stub.provider };
const bookings = createBookings(deps);
const app = fastify({ forceCloseConnections: true });
installErrorHandler(app);
checkoutRoutes(app, createCheckout({ ...deps, bookings }));
paymentRoutes(app, createWebhook(deps));
const http = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));

beforeEach(() => stack.reset());
afterAll(async () => {
  await app.close();
  await bookings.idle();
});

async function open(): Promise<string> {
  const { body } = await http.post('/api/checkout').send(purchase).expect(200);
  expect(body.data).toMatchObject({ key_id: 'stub_key', amount: 4_483_764 });
  return body.data.order_id;
}

const sendEvent = (paymentId: string, signature: string) =>
  http
    .post('/api/webhooks/stub')
    .set('content-type', 'text/plain')
    .set('x-stub-signature', signature)
    .send(paymentId);

describe('another payment provider', () => {
  it.each(['captured', 'authorized'] as const)(
    'books a payment that its webhook reports: %s',
    async (status) => {
      const orderId = await open();
      const paymentId = stub.pay(orderId, status);
      await sendEvent(paymentId, '0'.repeat(64)).expect(400);
      await sendEvent(paymentId, stub.sign(paymentId)).expect(200);
      await bookings.advance([(await stack.order(orderId)).id]);
      expect(await stack.order(orderId)).toMatchObject({ state: 'booked', paymentId });
      expect(stack.upstream.bookings.map(({ body }) => body.transaction_id)).toEqual([paymentId]);
    },
  );

  it('books a payment that the browser reports with a valid signature, and no payment without a valid signature', async () => {
    const orderId = await open();
    const paymentId = stub.pay(orderId, 'captured');
    const claim = { razorpay_order_id: orderId, razorpay_payment_id: paymentId };
    const forged = await http.post('/api/booking').send({ ...claim, razorpay_signature: '0'.repeat(64) });
    expect(forged.status).toBe(400);
    const razorpay_signature = stub.sign(`${orderId}|${paymentId}`);
    const answer = await http
      .post('/api/booking')
      .send({ ...claim, razorpay_signature })
      .expect(200);
    expect(answer.body).toMatchObject({ status: 1, data: { state: 'booked' } });
  });

  it('finds unreported payments, and makes refunds', async () => {
    const orderId = await open();
    stub.pay(orderId, 'captured');
    expect(await reconcile(deps)).toMatchObject({ ordersChanged: 1, failures: 0 });
    const { id } = await stack.order(orderId);
    await bookings.advance([id]);
    await decide(deps, id, { kind: 'cancel' }, 'asked for');
    expect((await stack.order(orderId)).state).toBe('refunded');
  });

  it('has its own webhook path', async () => {
    await http.post('/api/webhooks/razorpay').send({}).expect(404);
  });
});
