import { describe, expect, test } from 'vitest';
import { createOrder, pay, startSandbox } from '../testing.ts';

const accepted = { amount: 100_000, currency: 'INR' };

describe('orders', () => {
  test('are created, read and listed by receipt', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox, { receipt: 'booking-1' });
    await createOrder(sandbox, { receipt: 'booking-2' });

    expect(order).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 100_000,
      amount_paid: 0,
      amount_due: 100_000,
      currency: 'INR',
      receipt: 'booking-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.closeTo(Date.now() / 1_000, -1),
    });
    expect(await sandbox.razorpay.orders.fetch(order.id)).toEqual(order);
    expect(await sandbox.razorpay.orders.all({ receipt: 'booking-1' })).toEqual({
      entity: 'collection',
      count: 1,
      items: [order],
    });
  });

  test('are listed newest first, in pages and by time', async () => {
    const sandbox = await startSandbox();
    for (const receipt of ['a', 'b', 'c']) await createOrder(sandbox, { receipt });
    const receipts = async (query: object) =>
      (await sandbox.razorpay.orders.all(query)).items.map(({ receipt }) => receipt);

    expect(await receipts({})).toEqual(['c', 'b', 'a']);
    expect(await receipts({ count: 1, skip: 1 })).toEqual(['b']);
    expect(await receipts({ to: Math.floor(Date.now() / 1_000) - 60 })).toEqual([]);
    expect(await receipts({ from: Math.floor(Date.now() / 1_000) - 60 })).toEqual(['c', 'b', 'a']);
  });

  test('return the existing order of a receipt if unique_receipt is set', async () => {
    const { http } = await startSandbox();
    const create = (body: object) =>
      http.post('/v1/orders').auth('rzp_test_LocalSandbox', 'sandbox_key_secret').send(body);
    const order = { ...accepted, receipt: 'booking-1', unique_receipt: true };
    const first = await create(order).expect(200);
    expect((await create(order).expect(200)).body).toEqual(first.body);
    const refused = await create({ ...order, unique_receipt: false }).expect(400);
    expect(refused.body.error.description).toBe('Order receipt should be unique.');
    expect((await create({ ...order, receipt: 'booking-2' }).expect(200)).body.id).not.toBe(first.body.id);
  });

  test('list their payments', async () => {
    const sandbox = await startSandbox();
    const order = await createOrder(sandbox);
    await pay(sandbox, order.id, 'failed');
    await pay(sandbox, order.id, 'captured');
    const payments = await sandbox.razorpay.orders.fetchPayments(order.id);
    expect(payments.items.map(({ status }) => status)).toEqual(['captured', 'failed']);
    expect(await sandbox.razorpay.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 100_000,
      amount_due: 0,
    });
  });

  const sixteenNotes = Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`note${place}`, 'x']));
  test.each([
    ['no amount', { currency: 'INR' }, 'amount', 'The amount field is required.'],
    [
      'less than a rupee',
      { ...accepted, amount: 99 },
      'amount',
      'Order amount less than minimum amount allowed',
    ],
    [
      'a fractional amount of paise',
      { ...accepted, amount: 100.5 },
      'amount',
      'The amount must be an integer.',
    ],
    [
      'an amount that is not a number',
      { ...accepted, amount: '1000' },
      'amount',
      'The amount must be an integer.',
    ],
    ['no currency', { amount: 100 }, 'currency', 'The currency field is required.'],
    ['another currency', { amount: 100, currency: 'USD' }, 'currency', 'Currency is not supported'],
    [
      'a receipt of 41 characters',
      { ...accepted, receipt: 'r'.repeat(41) },
      'receipt',
      'The receipt may not be greater than 40 characters.',
    ],
    [
      '16 notes',
      { ...accepted, notes: sixteenNotes },
      'notes',
      'Number of fields in notes should be less than or equal to 15',
    ],
    [
      'a long note',
      { ...accepted, notes: { a: 'x'.repeat(257) } },
      'notes.a',
      expect.stringContaining('256'),
    ],
    [
      'an unknown field',
      { ...accepted, recipt: 'x' },
      undefined,
      expect.stringContaining('recipt is/are not'),
    ],
  ])('with %s are refused', async (_name, body, field, description) => {
    const { http } = await startSandbox();
    const answer = await http
      .post('/v1/orders')
      .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
      .send(body)
      .expect(400);
    expect(answer.body).toEqual({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
        ...(field ? { field } : {}),
      },
    });
  });

  test('accept each receipt once', async () => {
    const sandbox = await startSandbox();
    await createOrder(sandbox, { receipt: 'once' });
    await expect(createOrder(sandbox, { receipt: 'once' })).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'Order receipt should be unique.' },
    });
  });

  test('require the key, an existing id, a known path and a page of at most 100', async () => {
    const sandbox = await startSandbox();
    const { body } = await sandbox.http.get('/v1/orders').auth('rzp_test_LocalSandbox', 'wrong').expect(401);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' });
    await sandbox.http.get('/v1/orders').expect(401);
    await expect(sandbox.razorpay.orders.fetch('order_none')).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'The id provided does not exist' },
    });
    await sandbox.http.get('/v1/nothing').auth('rzp_test_LocalSandbox', 'sandbox_key_secret').expect(404);
    await expect(sandbox.razorpay.orders.all({ count: 101 })).rejects.toMatchObject({ statusCode: 400 });
  });
});
