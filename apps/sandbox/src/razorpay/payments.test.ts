import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrder, pay, type Sandbox, startSandbox } from '../testing.ts';

const ids = {
  razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
  razorpay_order_id: expect.stringMatching(/^order_/),
  razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
};

describe('payments', () => {
  test('are signed with the key secret and have a fee if they succeed', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const answer = await pay(sandbox, order.id);

    expect(answer).toEqual({ ...ids, razorpay_order_id: order.id });
    const signed = `${order.id}|${answer.razorpay_payment_id}`;
    expect(answer.razorpay_signature).toBe(
      createHmac('sha256', 'sandbox_key_secret').update(signed).digest('hex'),
    );
    expect(await sandbox.razorpay.payments.fetch(answer.razorpay_payment_id)).toMatchObject({
      entity: 'payment',
      amount: 100_000,
      currency: 'INR',
      status: 'captured',
      captured: true,
      order_id: order.id,
      method: 'card',
      fee: 2_360,
      tax: 360,
      amount_refunded: 0,
      refund_status: null,
      error_code: null,
    });
  });

  test('have an error and leave the order attempted if they fail', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const { error } = await pay(sandbox, order.id, 'failed');

    expect(error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
    });
    expect(await sandbox.razorpay.payments.fetch(error.metadata.payment_id)).toMatchObject({
      status: 'failed',
      error_code: 'BAD_REQUEST_ERROR',
      error_reason: 'payment_failed',
    });
    expect(await sandbox.razorpay.orders.fetch(order.id)).toMatchObject({ status: 'attempted' });
  });

  test('that failed can be authorised later, and then captured', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const { error } = await pay(sandbox, order.id, 'failed');
    const late = await pay(sandbox, order.id, 'late_authorized');

    expect(late.razorpay_payment_id).toBe(error.metadata.payment_id);
    expect(await sandbox.razorpay.payments.fetch(late.razorpay_payment_id)).toMatchObject({
      status: 'authorized',
      error_code: null,
    });
    expect(await sandbox.razorpay.payments.capture(late.razorpay_payment_id, 100_000, 'INR')).toMatchObject({
      status: 'captured',
    });
    expect(await sandbox.razorpay.orders.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 1 });
  });

  test('are captured once, completely, and only if authorised', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const { error } = await pay(sandbox, order.id, 'failed');
    const { razorpay_payment_id: id } = await pay(sandbox, order.id, 'authorized');
    const capture = (paymentId: string, paise: number) =>
      sandbox.razorpay.payments.capture(paymentId, paise, 'INR');

    expect(await sandbox.razorpay.orders.all({ authorized: 1 })).toMatchObject({ count: 1 });
    await expect(capture(error.metadata.payment_id, 100_000)).rejects.toMatchObject({ statusCode: 400 });
    await expect(capture(id, 99_999)).rejects.toMatchObject({ error: { field: 'amount' } });
    await capture(id, 100_000);
    await expect(capture(id, 100_000)).rejects.toMatchObject({
      error: { description: 'This payment has already been captured' },
    });
  });

  test('can race: the control endpoint can pay a paid order again, but the API cannot capture a second authorised payment', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const first = await pay(sandbox, order.id);
    const second = await pay(sandbox, order.id);
    const third = await pay(sandbox, order.id, 'authorized');

    expect(second.razorpay_payment_id).not.toBe(first.razorpay_payment_id);
    const { items } = await sandbox.razorpay.orders.fetchPayments(order.id);
    expect(items.map(({ status }) => status)).toEqual(['authorized', 'captured', 'captured']);
    await expect(
      sandbox.razorpay.payments.capture(third.razorpay_payment_id, 100_000, 'INR'),
    ).rejects.toMatchObject({ error: { description: 'Payment already done for this order.' } });
  });

  test('are listed by time, newest first', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const first = await pay(sandbox, order.id, 'failed');
    const second = await pay(sandbox, order.id);
    const from = Math.floor(Date.now() / 1_000) - 60;
    const { items } = await sandbox.razorpay.payments.all({ from, count: 10 });
    expect(items.map(({ id }) => id)).toEqual([second.razorpay_payment_id, first.error.metadata.payment_id]);
    expect(await sandbox.razorpay.payments.all({ to: from })).toMatchObject({ count: 0, items: [] });
  });
});

describe('refunds', () => {
  async function paid() {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const { razorpay_payment_id: id } = await pay(sandbox, order.id);
    return { sandbox, id };
  }

  function refundWithKey({ http }: Sandbox, id: string, key: string, body: object) {
    return http
      .post(`/v1/payments/${id}/refund`)
      .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
      .set('X-Refund-Idempotency', key)
      .send(body);
  }

  test('can be partial, then full, and never exceed the payment', async () => {
    const { sandbox, id } = await paid();
    const { payments, refunds } = sandbox.razorpay;

    const partial = await payments.refund(id, { amount: 40_000 });
    expect(partial).toMatchObject({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      amount: 40_000,
      payment_id: id,
      status: 'pending',
    });
    expect(await payments.fetch(id)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 40_000,
    });
    await expect(payments.refund(id, { amount: 60_001 })).rejects.toMatchObject({ statusCode: 400 });

    const rest = await payments.refund(id, {});
    expect(rest).toMatchObject({ amount: 60_000 });
    expect(await payments.fetch(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    await expect(payments.refund(id, {})).rejects.toMatchObject({
      error: { description: 'The payment has been fully refunded already' },
    });

    expect(await refunds.fetch(partial.id)).toEqual(partial);
    expect(await payments.fetchRefund(id, partial.id)).toEqual(partial);
    expect((await payments.fetchMultipleRefund(id, {})).items).toEqual([rest, partial]);
  });

  test('with the same idempotency key and body are made once', async () => {
    const { sandbox, id } = await paid();
    const first = await refundWithKey(sandbox, id, 'refund-0001', { amount: 40_000 }).expect(200);
    const again = await refundWithKey(sandbox, id, 'refund-0001', { amount: 40_000 }).expect(200);

    expect(again.body).toEqual(first.body);
    expect(await sandbox.razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: 40_000 });
    await refundWithKey(sandbox, id, 'refund-0001', { amount: 10_000 }).expect(400);
    await refundWithKey(sandbox, id, 'short', { amount: 10_000 }).expect(400);
    await refundWithKey(sandbox, id, 'refund-0002', { amount: 40_000 }).expect(200);
    expect(await sandbox.razorpay.payments.fetch(id)).toMatchObject({ amount_refunded: 80_000 });
  });

  test('require a captured payment', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    const { razorpay_payment_id: id } = await pay(sandbox, order.id, 'authorized');
    await expect(sandbox.razorpay.payments.refund(id, {})).rejects.toMatchObject({ statusCode: 400 });
  });
});
