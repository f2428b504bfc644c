import { describe, expect, test } from 'vitest';
import { createOrder, pay, type Sandbox, startReceiver, startSandbox } from '../testing.ts';

async function paid(outcome = 'captured') {
  const receiver = await startReceiver();
  const sandbox = await startSandbox({ webhookUrl: receiver.url });
  const order = await createOrder(sandbox);
  const { razorpay_payment_id: id } = await pay(sandbox, order.id, outcome, 'send');
  await sandbox.http.get('/_sandbox/idle').expect(200);
  receiver.received.length = 0;
  const told = async () => {
    await sandbox.http.get('/_sandbox/idle').expect(200);
    return receiver.received.map(({ event }) => event);
  };
  return { sandbox, id, told };
}

function refund({ http }: Sandbox, id: string, key: string, body: object) {
  return http
    .post(`/v1/payments/${id}/refund`)
    .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
    .set('X-Refund-Idempotency', key)
    .send(body);
}

function settle({ http }: Sandbox, body: object) {
  return http.post('/_sandbox/refunds').send(body);
}

describe('a refund', () => {
  test('is pending until it is processed, and then final', async () => {
    const { sandbox, id, told } = await paid();
    const { body } = await refund(sandbox, id, 'refund-0001', { amount: 40_000 }).expect(200);
    expect(body).toMatchObject({ status: 'pending', acquirer_data: { arn: null } });
    await settle(sandbox, { refund_id: body.id, outcome: 'speed_changed' }).expect(200);
    const settled = await settle(sandbox, { refund_id: body.id, outcome: 'processed' }).expect(200);
    expect(settled.body.data).toMatchObject({ status: 'processed', speed_processed: 'instant' });
    await settle(sandbox, { refund_id: body.id, outcome: 'failed' }).expect(400);
    expect((await told()).map(({ event }) => event)).toEqual([
      'refund.created',
      'refund.speed_changed',
      'refund.processed',
    ]);
    expect((await sandbox.razorpay.refunds.all({})).items).toEqual([settled.body.data]);
  });

  test('that fails no longer counts as refunded', async () => {
    const { sandbox, id, told } = await paid();
    const { body } = await refund(sandbox, id, 'refund-0001', {}).expect(200);
    expect(await sandbox.razorpay.payments.fetch(id)).toMatchObject({ status: 'refunded' });
    await settle(sandbox, { refund_id: body.id, outcome: 'failed' }).expect(200);
    expect(await sandbox.razorpay.payments.fetch(id)).toMatchObject({
      status: 'captured',
      amount_refunded: 0,
      refund_status: null,
    });
    expect((await told()).at(-1)).toMatchObject({
      event: 'refund.failed',
      payload: { refund: { entity: { status: 'failed' } }, payment: { entity: { status: 'captured' } } },
    });
    await refund(sandbox, id, 'refund-0002', {}).expect(200);
  });

  test('answers 409 to a repeated request while it is in progress', async () => {
    const { sandbox, id } = await paid();
    const slow = { service: 'razorpay', kind: 'slow', times: 1, delay_ms: 2_500 };
    await sandbox.http.post('/_sandbox/faults').send(slow).expect(200);
    const first = refund(sandbox, id, 'refund-0001', {}).then(({ status }) => status);
    // When the list is empty, the fault is delaying the first request.
    const faults = async () => (await sandbox.http.get('/_sandbox/faults')).body.data;
    await expect.poll(faults).toEqual([]);
    expect((await refund(sandbox, id, 'refund-0001', {})).status).toBe(409);
    expect(await first).toBe(200);
    expect((await refund(sandbox, id, 'refund-0001', {})).status).toBe(200);
    expect((await sandbox.razorpay.payments.fetchMultipleRefund(id, {})).items).toHaveLength(1);
  });

  test('requires a sufficient balance of the account', async () => {
    const { sandbox, id } = await paid();
    await sandbox.http.post('/_sandbox/balance').send({ paise: 50_000 }).expect(200);
    const answer = await refund(sandbox, id, 'refund-0001', {}).expect(400);
    expect(answer.body.error.description).toContain('enough balance');
    await refund(sandbox, id, 'refund-0002', { amount: 50_000 }).expect(200);
    await refund(sandbox, id, 'refund-0003', { amount: 100 }).expect(400);
    await sandbox.http.post('/_sandbox/balance').send({ paise: null }).expect(200);
    await refund(sandbox, id, 'refund-0003', { amount: 100 }).expect(200);
  });

  test('can be made outside the API for a payment that was not captured', async () => {
    const { sandbox, id, told } = await paid('authorized');
    const { body } = await settle(sandbox, { payment_id: id }).expect(200);
    expect(body.data).toMatchObject({ status: 'processed', receipt: null, amount: 100_000 });
    const [created, processed] = await told();
    expect(created).toMatchObject({
      event: 'refund.created',
      payload: { payment: { entity: { captured: false } } },
    });
    expect(processed).toMatchObject({ event: 'refund.processed' });
    await settle(sandbox, { payment_id: id }).expect(400);
  });
});

test('a dispute opens, changes its status, and has an amount deducted once it is lost', async () => {
  const { sandbox, id, told } = await paid();
  const dispute = (body: object) => sandbox.http.post('/_sandbox/disputes').send(body);
  const { body } = await dispute({ payment_id: id, amount: 60_000 }).expect(200);
  expect(body.data).toMatchObject({ status: 'open', amount: 60_000, amount_deducted: 0 });
  await dispute({ dispute_id: body.data.id, status: 'under_review' }).expect(200);
  const lost = await dispute({ dispute_id: body.data.id, status: 'lost' }).expect(200);
  expect(lost.body.data).toMatchObject({ status: 'lost', amount_deducted: 60_000 });
  expect((await told()).map(({ event }) => event)).toEqual([
    'payment.dispute.created',
    'payment.dispute.under_review',
    'payment.dispute.lost',
  ]);
});
