/** Tampered requests to the running product are refused, logged without personal data, and not booked. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { startStack } from '@meridian/stack/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billing } from '../billing.ts';
import { type Answer, clientOf, openedOrder, post, type WidgetAnswer } from './client.ts';
import { ordersIn } from './reconciliation.ts';

// No workers: the reconciler would book real payments between the attempts.
const stack = await startStack({
  env: { LOG_LEVEL: 'trace', UPSTREAM_FAULTS: 'on', FORM_LIMIT_PER_MINUTE: '0', BFF_ROLE: 'web' },
  warn: () => undefined,
});
afterAll(() => stack.stop());
const client = clientOf(stack);

/** Names and email addresses of the payer and of the attacker. */
const victim = { first_name: 'Meenakshi', last_name: 'Venkataraghavan', email: 'meenakshi.v@example.com' };
const attacker = { first_name: 'Balthasar', last_name: 'Quillfeather', email: 'balthasar.q@example.com' };
const phone_number = '98450 73519';
const details = [...Object.values(victim), ...Object.values(attacker), phone_number];

const courseId = 101;
const [batch, otherBatch] = await client.batchesOf(courseId);
if (!batch || !otherBatch) throw new Error(`course ${courseId} has too few batches`);

interface Purchase {
  orderId: string;
  amountPaise: number;
  seats: number;
  person: typeof victim;
}

async function purchase(person: typeof victim, seats: number): Promise<Purchase> {
  const requested = { course_id: courseId, course_schedule_id: batch?.batchId, number_of_course: seats };
  const answer = await client.api('checkout', { ...requested, ...person, phone_number, billing });
  const { order_id: orderId, amount: amountPaise } = openedOrder.parse(answer.body).data;
  return { orderId, amountPaise, seats, person };
}

/** Body of the booking call that an honest browser sends. */
function bookingOf({ amountPaise, seats, person }: Purchase, paid: Partial<WidgetAnswer>) {
  return {
    course_id: courseId,
    course_schedule_id: batch?.batchId,
    number_of_course: seats,
    total_fee: rupeesOf(amountPaise),
    transaction_id: paid.razorpay_payment_id,
    ...person,
    phone_number,
    ...paid,
  };
}

async function pay(order: Purchase, outcome = 'captured'): Promise<WidgetAnswer> {
  // No webhooks: they would book the payment without the browser.
  const paid = await client.pay(order.orderId, outcome, 'drop');
  if (!paid) throw new Error('the payment failed');
  return paid;
}

const log = () => readFileSync(join(stack.dataDir, 'logs', 'bff.log'), 'utf8');
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

async function stateOf({ orderId }: Purchase): Promise<string | undefined> {
  const orders = await ordersIn(stack.databaseUrl);
  return orders.find(({ provider_order_id: id }) => id === orderId)?.state;
}

function expectRefused(answer: Answer, field?: string): void {
  expect(answer.httpStatus).toBe(400);
  expect(answer.body).toMatchObject({ status: 0, message: expect.stringMatching(/\w/) });
  if (field) expect(answer.body).toHaveProperty(['errors', field]);
}

let order: Purchase;
let paid: WidgetAnswer;
let strangersOrder: Purchase;
let strangersPayment: WidgetAnswer;

beforeAll(async () => {
  order = await purchase(victim, 2);
  paid = await pay(order);
  strangersOrder = await purchase(attacker, 1);
  strangersPayment = await pay(strangersOrder);
});

describe('POST /api/checkout', () => {
  const requested = { course_id: courseId, number_of_course: 1, ...attacker, phone_number };
  const checkout = (change: object) =>
    client.api('checkout', { ...requested, course_schedule_id: batch.batchId, ...change });

  it.each([
    ['no seats', { number_of_course: 0 }, 'number_of_course'],
    ['a negative number of seats', { number_of_course: -1 }, 'number_of_course'],
    ['half a seat', { number_of_course: 0.5 }, 'number_of_course'],
    ['a batch that is not of the course', { course_id: 102 }, 'course_schedule_id'],
    ['a batch that does not exist', { course_schedule_id: 1 }, 'course_schedule_id'],
  ])('opens no order for %s', async (_name, change, field) => {
    const before = (await ordersIn(stack.databaseUrl)).length;
    expectRefused(await checkout(change), field);
    expect(await ordersIn(stack.databaseUrl)).toHaveLength(before);
  });

  it('opens no order for a course whose schedule the upstream refuses', async () => {
    const before = (await ordersIn(stack.databaseUrl)).length;
    const answer = await checkout({ course_id: 9_999_999 });
    expect(answer).toMatchObject({
      httpStatus: 502,
      body: { status: 0, message: expect.stringContaining('Nothing was charged') },
    });
    expect(await ordersIn(stack.databaseUrl)).toHaveLength(before);
  });
});

it('POST /api/checkout uses its own price, whatever price the request contains', async () => {
  const requested = { course_id: courseId, course_schedule_id: batch.batchId, number_of_course: 2 };
  const prices = { fee: 1, total_fee: 1, amount: 100 };
  const answer = await client.api('checkout', { ...requested, ...attacker, phone_number, ...prices });
  expect(openedOrder.parse(answer.body).data.amount).toBe(order.amountPaise);
});

describe('POST /api/booking', () => {
  const last = <Text extends string>(text: Text) => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
  const attempts: [string, string, () => Record<string, unknown>][] = [
    [
      'an order id that is not ours',
      'razorpay_signature',
      () => ({ razorpay_order_id: last(paid.razorpay_order_id) }),
    ],
    ["somebody else's order id", 'razorpay_signature', () => ({ razorpay_order_id: strangersOrder.orderId })],
    [
      'another payment id',
      'razorpay_signature',
      () => ({
        razorpay_payment_id: last(paid.razorpay_payment_id),
        transaction_id: last(paid.razorpay_payment_id),
      }),
    ],
    [
      "somebody else's payment",
      'razorpay_signature',
      () => ({
        razorpay_payment_id: strangersPayment.razorpay_payment_id,
        transaction_id: strangersPayment.razorpay_payment_id,
      }),
    ],
    [
      "somebody else's signature",
      'razorpay_signature',
      () => ({ razorpay_signature: strangersPayment.razorpay_signature }),
    ],
    [
      'a signature with a guessed secret',
      'razorpay_signature',
      () => ({
        razorpay_signature: hmac(`${paid.razorpay_order_id}|${paid.razorpay_payment_id}`, 'key_secret'),
      }),
    ],
    ['no signature', 'razorpay_signature', () => ({ razorpay_signature: undefined })],
  ];

  it.each(attempts)('refuses %s and books nothing', async (_name, field, change) => {
    expectRefused(await client.api('booking', { ...bookingOf(order, paid), ...change() }), field);
    expect(await client.bookings()).toEqual([]);
    expect(await stateOf(order)).toBe('created');
  });

  it('does not use one payment for two orders', async () => {
    const expensive = await purchase(attacker, 9);
    const swapped = { ...strangersPayment, razorpay_order_id: expensive.orderId };
    expectRefused(await client.api('booking', bookingOf(expensive, swapped)), 'razorpay_signature');
    // A body in the earlier format has no signature. The payment id identifies the order.
    expectRefused(
      await client.api('booking', {
        ...bookingOf(expensive, {}),
        transaction_id: strangersPayment.razorpay_payment_id,
      }),
      'transaction_id',
    );
    expect(await client.bookings()).toEqual([]);
  });

  it('does not book a failed payment, even with a valid signature', async () => {
    const unpaid = await purchase(attacker, 1);
    await client.pay(unpaid.orderId, 'failed', 'drop');
    const failed = (await client.payments()).find(({ order_id: id }) => id === unpaid.orderId);
    const signature = hmac(`${unpaid.orderId}|${failed?.id}`, 'sandbox_key_secret');
    const claim = {
      razorpay_order_id: unpaid.orderId,
      razorpay_payment_id: failed?.id ?? '',
      razorpay_signature: signature,
    };
    // Razorpay signs at the authorization and may capture later, so the payer reads that the payment is being
    // checked.
    expect(await client.api('booking', bookingOf(unpaid, claim))).toMatchObject({
      httpStatus: 200,
      body: { status: 1, data: { state: 'paid' }, message: expect.stringContaining('being confirmed') },
    });
    expect(await client.bookings()).toEqual([]);
  });
});

describe('POST /api/webhooks/razorpay', () => {
  const told = (amount: number) =>
    JSON.stringify({
      entity: 'event',
      event: 'payment.captured',
      payload: {
        payment: {
          entity: {
            id: paid.razorpay_payment_id,
            order_id: order.orderId,
            amount,
            currency: 'INR',
            status: 'captured',
            email: victim.email,
            contact: phone_number,
          },
        },
      },
    });
  const deliver = (body: string, headers: Record<string, string>) =>
    post(`${stack.baseUrl}/api/webhooks/razorpay`, body, { 'x-razorpay-event-id': 'evt_forged', ...headers });

  it('refuses forged events and books nothing', async () => {
    const genuine = told(order.amountPaise);
    const forged: [string, Record<string, string>][] = [
      [genuine, {}],
      [genuine, { 'x-razorpay-signature': '' }],
      [genuine, { 'x-razorpay-signature': hmac(genuine, 'key_secret') }],
      // Signed with the key secret, not the webhook secret.
      [genuine, { 'x-razorpay-signature': hmac(genuine, 'sandbox_key_secret') }],
      [told(100), { 'x-razorpay-signature': hmac(genuine, 'sandbox_webhook_secret') }],
      [`${genuine} `, { 'x-razorpay-signature': hmac(genuine, 'sandbox_webhook_secret') }],
    ];
    for (const [body, headers] of forged) expectRefused(await deliver(body, headers));
    expect(await stateOf(order)).toBe('created');
    // The id of a forged event does not block the genuine event.
    const signature = hmac(genuine, 'sandbox_webhook_secret');
    expect((await deliver(genuine, { 'x-razorpay-signature': signature })).httpStatus).toBe(200);
    expect(await stateOf(order)).toBe('paid');
  });
});

describe('afterwards', () => {
  it('answers an honest call and its replay with the same booking', async () => {
    const honest = bookingOf(order, paid);
    const first = await client.api('booking', honest);
    expect(first).toMatchObject({ httpStatus: 200, body: { status: 1, data: { state: 'booked' } } });
    for (let replay = 0; replay < 3; replay += 1) expect(await client.api('booking', honest)).toEqual(first);
    // Extra fields beside a signed payment are ignored.
    for (const extras of [
      { total_fee: 1, fee: 1 },
      { number_of_course: 9 },
      { course_id: 102, course_schedule_id: otherBatch.batchId },
      { email: attacker.email },
      { transaction_id: 'pay_AAAAAAAAAAAAAA' },
      { status: 'captured' },
    ])
      expect(await client.api('booking', { ...honest, ...extras })).toEqual(first);
    const bookings = await client.bookings();
    expect(bookings).toEqual([
      expect.objectContaining({
        transaction_id: paid.razorpay_payment_id,
        total_fee: rupeesOf(order.amountPaise),
        number_of_course: order.seats,
        email: victim.email,
      }),
    ]);
  });

  it('has logged each refused claim, without personal data', () => {
    const lines = log();
    const refusals = lines.match(/booking call refused/g) ?? [];
    expect(refusals.length).toBeGreaterThanOrEqual(8);
    // Two of the six had no plausible signature, so they were refused before their body was read, without this line.
    expect(lines.match(/a webhook whose signature does not match was refused/g)).toHaveLength(4);
    for (const field of ['transaction_id', 'razorpay_signature', 'number_of_course', 'email'])
      expect(lines).toContain(`"fields":["${field}"]`);
    for (const detail of details) expect(lines).not.toContain(detail);
  });
});
