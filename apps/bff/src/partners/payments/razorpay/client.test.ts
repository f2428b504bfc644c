import { inspect } from 'node:util';
import { buildSandbox } from '@meridian/sandbox/app';
import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createRazorpayClient } from './client.ts';

const sandbox = buildSandbox();
const apiUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 });
const control = supertest(apiUrl);
const keys = { keyId: 'rzp_test_LocalSandbox', keySecret: 'sandbox_key_secret' };
const client = createRazorpayClient({ ...keys, apiUrl, timeoutMs: 1_800 });

afterAll(() => sandbox.close());
beforeEach(() => control.post('/_sandbox/reset').expect(200));

async function paidOrder() {
  const order = await client.createOrder({ amountPaise: 50_000, receipt: 'r-1', notes: { seats: '1' } });
  const pay = { order_id: order.id, outcome: 'captured', webhook: 'drop' };
  const { body } = await control.post('/_sandbox/pay').send(pay).expect(200);
  return { order, paymentId: body.razorpay_payment_id as string };
}

describe('the Razorpay client', () => {
  it('creates orders, finds them by receipt, and reads their payments', async () => {
    const { order, paymentId } = await paidOrder();
    expect(await client.findOrders('r-1')).toEqual([order]);
    const payment = await client.fetchPayment(paymentId);
    expect(payment).toMatchObject({
      orderId: order.id,
      amountPaise: 50_000,
      status: 'captured',
      refundedPaise: 0,
    });
    const page = { items: [payment], unreadable: [], count: 1 };
    expect(await client.paymentsOfOrder(order.id)).toEqual(page);
    expect(await client.recentPayments(0, 0)).toEqual(page);
    expect(await client.recentPayments(0, 1)).toEqual({ items: [], unreadable: [], count: 0 });
    expect(await client.fetchOrder(order.id)).toMatchObject({ receipt: 'r-1', notes: { seats: '1' } });
  });

  it('refunds once per idempotency key, also if the call is repeated', async () => {
    const { paymentId } = await paidOrder();
    const first = await client.refund(paymentId, 20_000, 'refund-key-1');
    expect(first).toMatchObject({ state: 'pending', requestId: 'refund-key-1' });
    expect(await client.refund(paymentId, 20_000, 'refund-key-1')).toEqual(first);
    expect((await client.refundsOfPayment(paymentId)).items).toEqual([first]);
    expect((await client.recentRefunds(0, 0)).items).toEqual([first]);
    expect((await client.fetchPayment(paymentId)).refundedPaise).toBe(20_000);
    await expect(client.refund(paymentId, 40_000, 'refund-key-2')).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([
    ['http_500', { code: 'server_error', retry: true, outcome: 'unknown', httpStatus: 500 }],
    ['html_502', { code: 'server_error', retry: true, outcome: 'unknown', httpStatus: 502 }],
    ['rate_limit', { code: 'throttled', retry: true, outcome: 'not_done', httpStatus: 429 }],
    ['reset', { code: 'unreachable', retry: true, outcome: 'unknown' }],
    ['lost_answer', { code: 'unreachable', retry: true, outcome: 'unknown' }],
    ['slow', { code: 'unreachable', retry: true, outcome: 'unknown' }],
    ['invalid_data', { code: 'refused', retry: false, outcome: 'not_done', httpStatus: 400 }],
  ])('maps %s to its error code', async (kind, expected) => {
    await control.post('/_sandbox/faults').send({ service: 'razorpay', kind, times: 2 }).expect(200);
    const create = () => client.createOrder({ amountPaise: 50_000, receipt: 'r-2', notes: {} });
    await expect(create()).rejects.toMatchObject({ name: 'RemoteError', ...expected });
    await expect(client.refund('pay_x', 100, 'refund-key-3')).rejects.toMatchObject(expected);
  });

  it('reports `not_done` if the connection is refused', async () => {
    const nowhere = createRazorpayClient({ ...keys, apiUrl: 'http://127.0.0.1:1', timeoutMs: 1_800 });
    await expect(nowhere.fetchPayment('pay_x')).rejects.toMatchObject({
      code: 'unreachable',
      outcome: 'not_done',
      retry: true,
    });
  });

  it('distinguishes invalid keys from a refusal', async () => {
    const stranger = createRazorpayClient({ ...keys, keySecret: 'wrong', apiUrl, timeoutMs: 1_800 });
    await expect(stranger.fetchPayment('pay_x')).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(client.fetchPayment('pay_x')).rejects.toMatchObject({ code: 'refused' });
  });

  it('keeps the secret out of its errors', async () => {
    const nowhere = createRazorpayClient({ ...keys, apiUrl: 'http://127.0.0.1:1', timeoutMs: 1_800 });
    const error = await nowhere.fetchPayment('pay_x').catch((thrown: unknown) => thrown);
    const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(shown).toContain('ECONNREFUSED');
    expect(shown).not.toContain(keys.keySecret);
    expect(shown).not.toContain(Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64'));
  });
});
