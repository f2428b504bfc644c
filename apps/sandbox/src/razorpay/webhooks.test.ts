import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrder, pay, type ReceivedWebhook, startReceiver, startSandbox } from '../testing.ts';

const names = (received: ReceivedWebhook[]) => received.map(({ event }) => event.event);
const ids = (received: ReceivedWebhook[]) => received.map(({ headers }) => headers['x-razorpay-event-id']);
const isSigned = ({ headers, raw }: ReceivedWebhook) =>
  headers['x-razorpay-signature'] ===
  createHmac('sha256', 'sandbox_webhook_secret').update(raw).digest('hex');

async function startPair(answers: number[] = [], webhookRetryDelaysMs: number[] = []) {
  const receiver = await startReceiver(answers);
  const sandbox = await startSandbox({ webhookUrl: receiver.url, webhookRetryDelaysMs });
  const order = await createOrder(sandbox);
  const idle = () => sandbox.http.get('/_sandbox/idle').expect(200);
  return { received: receiver.received, sandbox, order, idle };
}

describe('webhooks', () => {
  test('are signed over the raw bytes, and contain snapshots in Razorpay’s format', async () => {
    const { received, sandbox, order, idle } = await startPair();
    const { razorpay_payment_id: id } = await pay(sandbox, order.id, 'captured', 'send');
    await idle();

    expect(names(received)).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
    expect(received.every(isSigned)).toBe(true);
    expect(new Set(ids(received)).size).toBe(3);
    expect(received[0]?.event.payload.payment?.entity).toMatchObject({ id, status: 'authorized' });
    expect(received[2]?.event).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_/),
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { status: 'captured' } },
        order: { entity: { id: order.id, status: 'paid' } },
      },
      created_at: expect.any(Number),
    });
  });

  test.each([
    ['failed', ['payment.failed']],
    ['authorized', ['payment.authorized']],
    ['late_authorized', ['payment.failed', 'payment.authorized']],
  ])('are sent for a payment with the outcome %s', async (outcome, expected) => {
    const { received, sandbox, order, idle } = await startPair();
    await pay(sandbox, order.id, outcome, 'send');
    await idle();
    expect(names(received)).toEqual(expected);
  });

  test('are sent after a capture and a refund by the merchant', async () => {
    const { received, sandbox, order, idle } = await startPair();
    const { razorpay_payment_id: id } = await pay(sandbox, order.id, 'authorized', 'send');
    await idle();
    await sandbox.razorpay.payments.capture(id, 100_000, 'INR');
    await idle();
    await sandbox.razorpay.payments.refund(id, {});
    await idle();
    expect(names(received)).toEqual([
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'refund.created',
    ]);
    expect(received[3]?.event.payload).toMatchObject({
      refund: { entity: { payment_id: id, amount: 100_000 } },
      payment: { entity: { status: 'refunded' } },
    });
  });

  test('are dropped on request', async () => {
    const { received, sandbox, order, idle } = await startPair();
    await pay(sandbox, order.id, 'captured', 'drop');
    await idle();
    expect(received).toEqual([]);
    const { body } = await sandbox.http.get('/_sandbox/payments');
    expect(body.data.deliveries.map(({ state }: { state: string }) => state)).toEqual(
      Array(3).fill('dropped'),
    );
  });

  test('are duplicated with the same event id on request', async () => {
    const { received, sandbox, order, idle } = await startPair();
    await pay(sandbox, order.id, 'authorized', 'duplicate');
    await idle();
    expect(names(received)).toEqual(['payment.authorized', 'payment.authorized']);
    expect(new Set(ids(received)).size).toBe(1);
    expect(received.every(isSigned)).toBe(true);
  });

  test('are reordered on request', async () => {
    const { received, sandbox, order, idle } = await startPair();
    await pay(sandbox, order.id, 'captured', 'reorder');
    await idle();
    expect(names(received)).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  test('are tampered with on request: the amount differs, and the signature does not match', async () => {
    const { received, sandbox, order, idle } = await startPair();
    await pay(sandbox, order.id, 'captured', 'tamper');
    await idle();
    expect(received).toHaveLength(3);
    expect(received.some(isSigned)).toBe(false);
    expect(received[0]?.event.payload.payment?.entity.amount).toBe(100);
  });

  test('are retried with the same id until the response is 2xx', async () => {
    const { received, sandbox, order, idle } = await startPair([500, 302], [1, 1, 1]);
    await pay(sandbox, order.id, 'authorized', 'send');
    await idle();
    expect(received).toHaveLength(3);
    expect(new Set(ids(received)).size).toBe(1);
    const { body } = await sandbox.http.get('/_sandbox/payments');
    expect(body.data.deliveries).toMatchObject([{ state: 'delivered', attempts: [500, 302, 200] }]);
  });

  test('are given up if the receiver cannot be reached', async () => {
    const sandbox = await startSandbox({ webhookUrl: 'http://127.0.0.1:4/', webhookRetryDelaysMs: [1] });
    const order = await createOrder(sandbox);
    await pay(sandbox, order.id, 'failed', 'send');
    await sandbox.http.get('/_sandbox/idle').expect(200);
    const { body } = await sandbox.http.get('/_sandbox/payments');
    expect(body.data.deliveries).toMatchObject([
      { state: 'given_up', attempts: Array(2).fill(expect.stringContaining('ECONNREFUSED')) },
    ]);
  });
});
