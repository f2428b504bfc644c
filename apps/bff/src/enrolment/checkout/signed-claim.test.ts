/**
 * A call with a valid signature is accepted, whatever else it contains. A call without a valid signature gets
 * no personal data.
 */
import fastify from 'fastify';
import supertest from 'supertest';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buyer,
  keySecret,
  type Paid,
  previousKeySecret,
  purchase,
  useCheckoutStack,
} from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId } from '../../../testing/checkout/upstream-double.ts';
import { signed } from '../../../testing/checkout/waiting.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { installErrorHandler } from '../../platform/http/problems/error-handler.ts';
import { createCheckout } from './checkout.ts';
import { checkoutRoutes } from './routes.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 5_000, bookingTimeoutMs: 5_000 });
const { http, upstream, database } = stack;
const { provider } = stack.deps;
const { fetchPayment } = provider;

beforeEach(() => stack.reset());
afterEach(() => Object.assign(provider, { fetchPayment }));

const book = (body: object) => http.post('/api/booking').send(body);
const claims = () =>
  database.selectFrom('payment_claims').select(['payment_id', 'outcome']).orderBy('payment_id').execute();
const otherId = 'pay_00000000000000';

describe('fields beside a signed payment', () => {
  it.each<[string, object]>([
    ['an additional field of the widget', { org_name: 'Razorpay', status_code: 200, checkout_logo: null }],
    ['a field that says that the order is booked', { state: 'booked' }],
    ['another price', { fee: 1 }],
    ['another total', { total_fee: 44_837.65 }],
    ['another quantity', { number_of_course: 3 }],
    ['another batch', { course_schedule_id: batchId + 1 }],
    ['another course', { course_id: courseId + 1 }],
    ['another person', { email: 'eve@example.com' }],
    ['another payment id in the former field', { transaction_id: otherId }],
    ['amounts as text', { fee: '18,999.00', total_fee: '₹ 44,837.64', number_of_course: '2' }],
    ['invalid amounts', { fee: null, sub_total: 'free', gst_total: {}, total_fee: [1], course_id: 'x' }],
    ['invalid names', { first_name: null, last_name: 7, email: {}, phone_number: 'x'.repeat(500) }],
    ['an invalid attribution', { attribution: { page_url: { $ne: 1 }, first_touch: 'x' } }],
    ['an invalid payment id in the former field', { transaction_id: { $ne: '' } }],
  ])('never cause a refusal: %s', async (_name, extras) => {
    const { order_id: orderId, receipt_path: receiptPath } = await stack.open();
    const answer = await book({ ...(await stack.pay(orderId)), ...extras });
    expect(answer.body).toEqual({
      status: 1,
      message: 'Your booking is confirmed. Thank you!',
      data: { state: 'booked', receipt_path: receiptPath },
    });
    // From the stored order.
    expect(upstream.bookings.map(({ body }) => body)).toMatchObject([
      { course_schedule_id: batchId, number_of_course: 2, total_fee: 44_837.64, ...buyer },
    ]);
  });
});

describe('a payment id without a signature', () => {
  it('is booked as specified, and the answer reveals nothing about the order', async () => {
    const { order_id: orderId } = await stack.open();
    const { razorpay_payment_id: paymentId } = await stack.pay(orderId);
    for (let call = 0; call < 2; call += 1) {
      const answer = await book({ transaction_id: paymentId }).expect(200);
      expect(answer.body).toEqual({
        status: 1,
        message: 'Your booking is confirmed. Thank you!',
        data: { state: 'booked' },
      });
    }
    expect(upstream.bookings).toHaveLength(1);
  });

  it('gets the same refusal whenever it is not paid or other fields differ from its order', async () => {
    const { order_id: failedOrder } = await stack.open();
    await stack.pay(failedOrder, 'failed');
    const [failed] = (await provider.paymentsOfOrder(failedOrder)).items;
    const elsewhere = await provider.createOrder({ amountPaise: 10_000, receipt: 'another-shop', notes: {} });
    const foreign = await stack.pay(elsewhere.id);
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const refusals = await Promise.all([
      book({ transaction_id: otherId }),
      book({ transaction_id: failed?.id }),
      book({ transaction_id: foreign.razorpay_payment_id }),
      book({ transaction_id: paid.razorpay_payment_id, total_fee: 1 }),
      book({ transaction_id: paid.razorpay_payment_id, razorpay_payment_id: otherId }),
    ]);
    for (const { status, body } of refusals) {
      expect(status).toBe(400);
      expect(body).toEqual(refusals[0]?.body);
      expect(body.message).not.toMatch(/not been charged|not known/);
    }
    // Email addresses cannot be probed.
    const guessed = await book({ transaction_id: paid.razorpay_payment_id, email: 'eve@example.com' });
    expect(guessed.body).toMatchObject({ status: 1, data: { state: 'booked' } });
  });

  it('with a forged signature reveals nothing', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const forged = { ...paid, razorpay_signature: '0'.repeat(64) };
    const known = await book(forged).expect(400);
    const unknown = await book({ ...forged, razorpay_order_id: 'order_00000000000000' }).expect(400);
    expect(known.body).toEqual(unknown.body);
    expect(JSON.stringify(known.body)).not.toContain('/receipt/');
  });
});

describe('a valid signature', () => {
  const confirming = { status: 1, data: { state: 'paid', receipt_path: expect.any(String) } };

  it('is accepted while Razorpay still says created', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    provider.fetchPayment = async (id) => ({ ...(await fetchPayment(id)), status: 'created' });
    expect((await book(paid).expect(200)).body).toMatchObject(confirming);
    expect(await claims()).toEqual([{ payment_id: paid.razorpay_payment_id, outcome: null }]);
    provider.fetchPayment = fetchPayment;
    expect((await book(paid).expect(200)).body.data.state).toBe('booked');
  });

  it.each(['invalid_data', 'invalid_token', 'http_500', 'html_502', 'rate_limit', 'reset'])(
    'is accepted while Razorpay answers the fetch with %s',
    async (fault) => {
      const { order_id: orderId } = await stack.open();
      const paid = await stack.pay(orderId, 'authorized');
      if (fault === 'invalid_data')
        // The sandbox injects this fault only into writes. Razorpay refuses reads too.
        provider.fetchPayment = () => fetchPayment(otherId);
      else await stack.fault(fault);
      expect((await book(paid).expect(200)).body).toMatchObject(confirming);
      provider.fetchPayment = fetchPayment;
      await stack.setClock(60_000);
      expect(await stack.checkout.confirmClaims()).toEqual({ claimsChecked: 1, claimsConfirmed: 1 });
      await stack.workOff();
      expect((await stack.order(orderId)).state).toBe('booked');
      expect(await claims()).toEqual([{ payment_id: paid.razorpay_payment_id, outcome: 'taken' }]);
    },
  );

  it('is accepted if made with the secret that was valid when the dialog was opened', async () => {
    const { order_id: orderId } = await stack.open();
    const { razorpay_payment_id: paymentId } = await stack.pay(orderId);
    const claim = { razorpay_payment_id: paymentId, razorpay_order_id: orderId };
    const before = signed(`${orderId}|${paymentId}`, previousKeySecret);
    const never = signed(`${orderId}|${paymentId}`, 'a_secret_of_nobody');
    await book({ ...claim, razorpay_signature: never }).expect(400);
    expect((await book({ ...claim, razorpay_signature: before }).expect(200)).body.data.state).toBe('booked');
  });

  it('is stored even if its order does not exist, and matched once the order exists', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const { id } = await stack.order(orderId);
    await database.updateTable('orders').set({ provider_order_id: null }).where('id', '=', id).execute();
    const answer = await book(paid).expect(200);
    expect(answer.body).toEqual({
      status: 1,
      message: expect.stringContaining('being confirmed'),
      data: { state: 'paid' },
    });
    await stack.setClock(60_000);
    expect(await stack.checkout.confirmClaims()).toEqual({ claimsChecked: 1, claimsConfirmed: 0 });
    await database.updateTable('orders').set({ provider_order_id: orderId }).where('id', '=', id).execute();
    await stack.setClock(3 * 60_000);
    expect(await stack.checkout.confirmClaims()).toEqual({ claimsChecked: 1, claimsConfirmed: 1 });
    await stack.workOff();
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('is checked until it is confirmed, even if its order is no longer checked', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    // The reconciler no longer checks this order.
    await database.updateTable('orders').set({ next_check_at: null }).execute();
    provider.fetchPayment = async (paymentId) => ({ ...(await fetchPayment(paymentId)), status: 'created' });
    await Promise.all([book(paid).expect(200), book(paid).expect(200)]);
    const days = 24 * 60 * 60_000;
    for (const age of [1, 2, 10]) {
      await stack.setClock(age * days);
      expect(await stack.checkout.confirmClaims()).toEqual({ claimsChecked: 1, claimsConfirmed: 0 });
      expect(await stack.checkout.confirmClaims()).toEqual({ claimsChecked: 0, claimsConfirmed: 0 });
    }
    provider.fetchPayment = fetchPayment;
    await stack.setClock(11 * days);
    await Promise.all([stack.checkout.confirmClaims(), stack.checkout.confirmClaims()]);
    await stack.workOff();
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('is given up after a month if the payment does not exist, and books nothing', async () => {
    const { order_id: orderId } = await stack.open();
    const claim = { razorpay_payment_id: otherId, razorpay_order_id: orderId };
    const razorpay_signature = signed(`${orderId}|${otherId}`, keySecret);
    expect((await book({ ...claim, razorpay_signature }).expect(200)).body).toMatchObject(confirming);
    await stack.setClock(31 * 24 * 60 * 60_000);
    await stack.checkout.confirmClaims();
    expect(await claims()).toEqual([{ payment_id: otherId, outcome: 'given_up' }]);
    expect(upstream.bookingCalls).toBe(0);
  });

  it('is accepted after its payment was refunded: the answer says so, with the receipt', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    await provider.refund(paid.razorpay_payment_id, 4_483_764, 'refund-of-a-test');
    expect((await book(paid).expect(200)).body).toMatchObject({
      status: 1,
      message: expect.stringMatching(/^Booking not made\. ₹44,837\.64 is being refunded/),
      data: { state: 'refund_due', receipt_path: expect.any(String) },
    });
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect((await book(paid).expect(200)).body).toMatchObject({
      status: 1,
      message: expect.stringMatching(/^Booking not made\. ₹44,837\.64 was refunded/),
      data: { state: 'refunded', receipt_path: expect.any(String) },
    });
  });
});

describe('while the database is down', async () => {
  // A closed port.
  const away = openDatabase('postgresql://nobody@127.0.0.1:1/nothing');
  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  checkoutRoutes(app, createCheckout({ ...stack.deps, database: away }));
  const site = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));
  afterAll(async () => {
    await app.close();
    await away.destroy();
  });

  it.each<[string, (paid: Paid) => object]>([
    ['signed', (paid) => paid],
    ['without a signature', ({ razorpay_payment_id: id }) => ({ transaction_id: id })],
  ])('a payer is told that the payment is safe: %s', async (_name, claimOf) => {
    const paid = await stack.pay((await stack.open()).order_id);
    const answer = await site.post('/api/booking').send(claimOf(paid)).expect(503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(answer.body.message).toMatch(/your payment is safe: please do not pay again/);
    expect(answer.body.status).toBe(0);
  });

  it('no order is opened, with a plain message', async () => {
    const answer = await site.post('/api/checkout').send(purchase).expect(503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(answer.body.message).toContain('Nothing was charged');
  });

  it('a form POST redirects to the checkout, which gets the claim to send it again', async () => {
    const paid = await stack.pay((await stack.open()).order_id);
    const answer = await site.post('/api/payments/return').type('form').send(paid).expect(303);
    const [path, fragment] = String(answer.headers.location).split('#');
    expect(path).toBe('/checkout?payment=unconfirmed');
    expect(Object.fromEntries(new URLSearchParams(fragment))).toEqual(paid);
    const forged = { ...paid, razorpay_signature: '0'.repeat(64) };
    const refused = await site.post('/api/payments/return').type('form').send(forged).expect(303);
    expect(refused.headers.location).toBe('/checkout?payment=unconfirmed');
  });
});

describe('before a second attempt to pay', () => {
  const receiptOf = (path: string, query = '') =>
    http.get(`/api/receipts/${path.slice('/receipt/'.length)}${query}`);

  it('the receipt can be refreshed from Razorpay', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    expect((await receiptOf(path, '?fresh=1').expect(200)).body.data.state).toBe('open');
    await stack.pay(orderId);
    expect((await receiptOf(path).expect(200)).body.data.state).toBe('open');
    expect((await receiptOf(path, '?fresh=1').expect(200)).body.data.state).toBe('paid');
    await stack.workOff();
    expect((await receiptOf(path, '?fresh=1').expect(200)).body.data.state).toBe('booked');
  });

  it('finds the payment that paid, although the payment provider does not capture a newer one', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    await stack.pay(orderId);
    await stack.pay(orderId, 'authorized');
    expect((await receiptOf(path, '?fresh=1').expect(200)).body.data.state).toBe('paid');
  });

  it('does not report "not paid" if that is uncertain', async () => {
    const { receipt_path: path } = await stack.open();
    await stack.fault('http_500');
    const { body } = await receiptOf(path, '?fresh=1').expect(502);
    expect(body.message).toContain('do not pay again');
    await receiptOf(`/receipt/${'0'.repeat(40)}`, '?fresh=1').expect(404);
  });
});
