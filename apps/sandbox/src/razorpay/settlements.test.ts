import { expect, test } from 'vitest';
import { createOrder, pay, startSandbox } from '../testing.ts';

test('settles captured payments less fees and processed refunds in one sum with a UTR', async () => {
  const sandbox = await startSandbox();
  const paymentIds: string[] = [];
  for (const receipt of ['one', 'two']) {
    const order = await createOrder(sandbox, { receipt });
    paymentIds.push((await pay(sandbox, order.id)).razorpay_payment_id);
  }
  const uncaptured = await createOrder(sandbox);
  await pay(sandbox, uncaptured.id, 'authorized');
  const [first = '', second = ''] = paymentIds;
  const made = await sandbox.http.post('/_sandbox/refunds').send({ payment_id: first, amount: 40_000 });
  await sandbox.http.post('/_sandbox/refunds').send({ payment_id: first, amount: 100, outcome: 'failed' });

  const settledAt = Date.parse('2026-11-30T18:29:59Z') / 1_000;
  const settle = (body: object) => sandbox.http.post('/_sandbox/settlements').send(body);
  const settled = await settle({ settled_at: settledAt, except: [second] }).expect(200);
  expect(settled.body.data).toMatchObject({ amount: 97_640 - 40_000, entries: 2 });
  await settle({ settled_at: settledAt + 1 }).expect(200);
  await settle({}).expect(400);

  const recon = async (more: object = {}) => {
    const call = sandbox.http.get('/v1/settlements/recon/combined').query({ year: 2026, month: 11, ...more });
    return (await call.auth('rzp_test_LocalSandbox', 'sandbox_key_secret').expect(200)).body.items;
  };
  expect(await recon()).toMatchObject([
    { entity_id: first, type: 'payment', credit: 97_640, fee: 2_360, tax: 360, order_receipt: 'one' },
    { entity_id: made.body.data.id, type: 'refund', debit: 40_000, credit: 0, payment_id: first },
  ]);
  expect(await recon({ count: 1, skip: 1 })).toMatchObject([{ type: 'refund', settled_at: settledAt }]);
  expect(await recon({ day: 29 })).toEqual([]);
  // This settlement is one second later, in December in India.
  expect(await recon({ month: 12, day: 1 })).toMatchObject([{ entity_id: second }]);
});

test('deducts a dispute when it is opened, and credits it when it is won', async () => {
  const sandbox = await startSandbox();
  const order = await createOrder(sandbox);
  const { razorpay_payment_id: id } = await pay(sandbox, order.id);
  const dispute = async (body: object) =>
    (await sandbox.http.post('/_sandbox/disputes').send(body).expect(200)).body.data;
  const { id: disputeId } = await dispute({ payment_id: id, amount: 30_000 });
  const settle = () => sandbox.http.post('/_sandbox/settlements').send({});
  expect((await settle().expect(200)).body.data).toMatchObject({ amount: 97_640 - 30_000, entries: 2 });
  await dispute({ dispute_id: disputeId, status: 'under_review' });
  await settle().expect(400);
  await dispute({ dispute_id: disputeId, status: 'won' });
  expect((await settle().expect(200)).body.data).toMatchObject({ amount: 30_000, entries: 1 });
});
