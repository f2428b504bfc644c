import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { buyer, keySecret, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId } from '../../../testing/checkout/upstream-double.ts';
import { signed, until } from '../../../testing/checkout/waiting.ts';
import { startBookingWorkers } from '../bookings/workers.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 600, bookingTimeoutMs: 1_500 });
const { http, upstream } = stack;

beforeEach(() => stack.reset());

const book = (body: object) => http.post('/api/booking').send(body);

describe('POST /api/booking', () => {
  it('books a captured payment from the stored order, and repeats the same answer', async () => {
    const { order_id: orderId, receipt_path: receiptPath } = await stack.open();
    const paid = await stack.pay(orderId);
    const first = await book(paid).expect(200);
    expect(first.body).toEqual({
      status: 1,
      message: 'Your booking is confirmed. Thank you!',
      data: { state: 'booked', receipt_path: receiptPath },
    });
    const again = await book(paid).expect(200);
    expect(again.body).toEqual(first.body);
    expect(upstream.bookings).toEqual([
      {
        idempotencyKey: (await stack.order(orderId)).id,
        body: {
          course_id: courseId,
          course_schedule_id: batchId,
          fee: 18_999,
          number_of_course: 2,
          gst_total: 6_839.64,
          sub_total: 37_998,
          total_fee: 44_837.64,
          transaction_id: paid.razorpay_payment_id,
          ...buyer,
        },
      },
    ]);
  });

  it('captures an authorized payment', async () => {
    const { order_id: orderId } = await stack.open();
    const answer = await book(await stack.pay(orderId, 'authorized')).expect(200);
    expect(answer.body.data.state).toBe('booked');
  });

  it.each(['lost_answer', 'http_500', 'rate_limit'])(
    'captures a payment once if the answer to the capture is a %s',
    async (fault) => {
      const { order_id: orderId } = await stack.open();
      const paid = await stack.pay(orderId, 'authorized');
      // The payment is already stored here, so the next POST to Razorpay is the capture.
      await stack.fault(fault);
      await book(paid).expect(200);
      await stack.checkout.advance([(await stack.order(orderId)).id]);
      expect((await stack.order(orderId)).state).toBe('booked');
      expect(upstream.bookings).toHaveLength(1);
    },
  );

  it('accepts the payment id alone, as older clients send it', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const body = {
      course_id: courseId,
      course_schedule_id: batchId,
      fee: 18_999,
      number_of_course: 2,
      gst_total: 6_839.64,
      sub_total: 37_998,
      total_fee: 44_837.64,
      transaction_id: paid.razorpay_payment_id,
      ...buyer,
    };
    const answer = await book(body).expect(200);
    expect(answer.body.data.state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('books once if callbacks and webhooks race, on an upstream without idempotency keys', async () => {
    upstream.honoursIdempotency = false;
    stack.deps.settings.upstreamIdempotent = false;
    upstream.onBooking = 'slow';
    upstream.slowMs = 150;
    stack.deps.settings.bookingWaitMs = 5_000;
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId, 'captured', 'duplicate');
    const order = await stack.order(orderId);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => book(paid)),
      stack.checkout.advance([order.id]),
    ]);
    expect(answers.filter((answer) => 'body' in answer && answer.body.data.state !== 'booked')).toEqual([]);
    await stack.idle();
    await stack.checkout.advance([order.id]);
    expect(upstream.bookingCalls).toBe(1);
    expect((await stack.order(orderId)).state).toBe('booked');
  });
});

describe('tampering', () => {
  const other = '0'.repeat(64);

  it.each<[string, (paid: Record<string, string>) => object]>([
    ['a forged signature', (paid) => ({ ...paid, razorpay_signature: other })],
    ['a signature that is too short', (paid) => ({ ...paid, razorpay_signature: 'abcd' })],
    ['no signature', ({ razorpay_signature: _, ...paid }) => paid],
    ['no order id', ({ razorpay_order_id: _, ...paid }) => paid],
    ['another payment id', (paid) => ({ ...paid, razorpay_payment_id: 'pay_00000000000000' })],
    ['an unknown order id', (paid) => ({ ...paid, razorpay_order_id: 'order_00000000000000' })],
    ['a payment id that is an object', (paid) => ({ ...paid, razorpay_payment_id: { $ne: '' } })],
    ['nothing', () => ({})],
  ])('refuses %s and books nothing', async (_name, tamper) => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const answer = await book(tamper({ ...paid })).expect(400);
    expect(answer.body).toMatchObject({ status: 0, message: expect.any(String), errors: expect.any(Object) });
    expect(upstream.bookingCalls).toBe(0);
    expect((await stack.order(orderId)).paymentId).toBeNull();
    // The stored order is booked nevertheless, because it is paid.
    await stack.checkout.advance([(await stack.order(orderId)).id]);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('refuses a payment of another order, with its own signature and with a signature for this order', async () => {
    const mine = await stack.open();
    const theirs = await stack.open();
    const paid = await stack.pay(theirs.order_id);
    await book({ ...paid, razorpay_order_id: mine.order_id }).expect(400);
    const forged = signed(`${mine.order_id}|${paid.razorpay_payment_id}`, keySecret);
    const answer = await book({
      ...paid,
      razorpay_order_id: mine.order_id,
      razorpay_signature: forged,
    }).expect(400);
    expect(answer.body.message).toBe('This payment belongs to another order');
    expect((await stack.order(mine.order_id)).state).toBe('created');
    expect(upstream.bookingCalls).toBe(0);
  });

  it('refuses a failed payment', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'failed');
    const [payment] = (await stack.deps.provider.paymentsOfOrder(orderId)).items;
    const answer = await book({ transaction_id: payment?.id }).expect(400);
    expect(answer.body.message).toContain('could not be confirmed');
    expect(upstream.bookingCalls).toBe(0);
  });
});

describe('a payer whose payment was captured is never told that it failed', () => {
  it.each(['http_500', 'reset', 'slow', 'refuse'] as const)('upstream: %s', async (fault) => {
    upstream.onBooking = fault;
    upstream.slowMs = 1_000;
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    const answer = await book(paid).expect(200);
    expect(answer.body).toMatchObject({
      status: 1,
      message: expect.stringMatching(
        fault === 'refuse'
          ? /^Payment received, booking not confirmed yet\. .* our team will check it/
          : /^Payment received, booking being confirmed\. /,
      ),
    });
    if (fault === 'refuse') {
      expect(await stack.order(orderId)).toMatchObject({
        state: 'needs_review',
        reviewReason: 'The upstream refused the booking: This batch is full.',
      });
      return;
    }
    upstream.onBooking = 'fine';
    const id = (await stack.order(orderId)).id;
    await until(async () => (await stack.checkout.advance([id])).get(id) === 'done');
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('Razorpay is down: a valid signature is accepted, and a worker fetches the payment later', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.fault('http_500');
    const answer = await book(paid).expect(200);
    expect(answer.body).toMatchObject({ status: 1, message: expect.stringContaining('being confirmed') });
    await stack.checkout.advance([(await stack.order(orderId)).id]);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('Razorpay is down: an unsigned call that cannot be checked gets a 502 with the next step', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.fault('http_500');
    const answer = await book({ transaction_id: paid.razorpay_payment_id }).expect(502);
    expect(answer.body.message).toContain('your booking is made or the money is refunded');
  });

  it('books a captured payment that nobody reported, although another payment of the order cannot be captured', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', 'drop');
    // The payment provider lists payments by second, the newest first.
    await setTimeout(1_100);
    const second = await stack.pay(orderId, 'authorized', 'drop');
    await book(second).expect(200);
    await stack.checkout.advance([(await stack.order(orderId)).id]);
    const order = await stack.order(orderId);
    expect(order.state).toBe('booked');
    expect(order.paymentId).not.toBe(second.razorpay_payment_id);
    expect(upstream.bookings).toHaveLength(1);
  });

  it('a second payment for the same order: the order is booked once, and the second payment is to be refunded', async () => {
    const { order_id: orderId } = await stack.open();
    await book(await stack.pay(orderId)).expect(200);
    const answer = await book(await stack.pay(orderId)).expect(200);
    expect(answer.body).toMatchObject({
      status: 1,
      message: expect.stringContaining('₹44,837.64 is to be refunded'),
    });
    expect((await stack.order(orderId)).state).toBe('refund_due');
    expect(upstream.bookings).toHaveLength(1);
  });
});

describe('a lost answer of the upstream', () => {
  it('is requested again under the same idempotency key if the upstream is idempotent', async () => {
    upstream.onBooking = 'lost_answer';
    const { order_id: orderId } = await stack.open();
    await book(await stack.pay(orderId)).expect(200);
    upstream.onBooking = 'fine';
    await stack.checkout.advance([(await stack.order(orderId)).id]);
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('is left to the operator if the upstream has no idempotency keys', async () => {
    stack.deps.settings.upstreamIdempotent = false;
    upstream.honoursIdempotency = false;
    upstream.onBooking = 'lost_answer';
    const { order_id: orderId } = await stack.open();
    const answer = await book(await stack.pay(orderId)).expect(200);
    expect(answer.body.message).toMatch(
      /^Payment received, booking not confirmed yet\. .* our team will check it/,
    );
    upstream.onBooking = 'fine';
    const order = await stack.order(orderId);
    await stack.checkout.advance([order.id]);
    expect((await stack.order(orderId)).state).toBe('needs_review');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('a process that died during the booking call: the call is not repeated if the upstream has no idempotency keys', async () => {
    stack.deps.settings.upstreamIdempotent = false;
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', 'send');
    await stack.idle();
    const order = await stack.order(orderId);
    expect(order.state).toBe('paid');
    const claimed = { booking_claimed_until: new Date(Date.now() - 1) };
    await stack.database.updateTable('orders').set(claimed).where('id', '=', order.id).execute();
    await stack.checkout.advance([order.id]);
    expect((await stack.order(orderId)).state).toBe('needs_review');
    expect(upstream.bookingCalls).toBe(0);
  });
});

describe('the worker', () => {
  it('captures and books a payment that only the webhook reported, although the upstream fails at first', async () => {
    upstream.onBooking = 'http_500';
    const { order_id: orderId } = await stack.open();
    await startBookingWorkers(stack.jobs, stack.deps.bookings);
    await stack.pay(orderId, 'authorized', 'send');
    await until(async () => upstream.bookingCalls > 0);
    upstream.onBooking = 'fine';
    await until(async () => (await stack.order(orderId)).state === 'booked');
    expect(upstream.bookings).toHaveLength(1);
  });
});
