import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { until } from '../../../testing/checkout/waiting.ts';
import type { NewCoupon } from '../coupons/manage-coupons.ts';
import { addCoupon } from '../coupons/manage-coupons.ts';

const stack = await useCheckoutStack();
const { http, upstream, database, sandbox, checkout } = stack;

beforeEach(() => stack.reset());

/**
 * Sends requests concurrently. Blocks the insertion of orders until the transaction of every connection waits
 * for it, so that their counts of uses overlap.
 */
async function atOnce<Answer>(
  count: number,
  send: (index: number) => PromiseLike<Answer>,
): Promise<Answer[]> {
  let answers: Promise<Answer[]> | undefined;
  await database.transaction().execute(async (transaction) => {
    await sql`lock table orders in exclusive mode`.execute(transaction);
    answers = Promise.all(Array.from({ length: count }, async (_, index) => send(index)));
    await until(async () => {
      // pg_stat_activity is not suitable: within a transaction it is a snapshot, without connections opened
      // since.
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        transaction,
      );
      return (rows[0]?.waiting ?? 0) >= connections - 1;
    });
  });
  return answers ?? [];
}

/** Connections of the pool. One of them holds the table lock. */
const connections = 10;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function given(code: string, change: Partial<NewCoupon> = {}) {
  const made = await addCoupon(database, {
    code,
    label: 'Of a test',
    terms: { kind: 'percent', percent: 5 },
    courses: [],
    categories: [],
    batches: [],
    startsAt: new Date(Date.now() - dayMs),
    endsAt: null,
    maxUses: null,
    maxUsesPerEmail: null,
    minSeats: 1,
    isAutomatic: false,
    ...change,
  });
  return made ?? expect.fail('the code already exists');
}

const buy = (extra: object = {}) => http.post('/api/checkout').send({ ...purchase, ...extra });
const price = (extra: object = {}) => {
  const { course_id, course_schedule_id, number_of_course } = purchase;
  return http.post('/api/price').send({ course_id, course_schedule_id, number_of_course, ...extra });
};
const ordersHere = () => database.selectFrom('orders').selectAll().execute();
const usesHere = async () =>
  (await database.selectFrom('coupon_uses').select(['state']).orderBy('reserved_at').execute()).map(
    ({ state }) => state,
  );
const ordersAtRazorpay = async () => (await sandbox.get('/_sandbox/payments')).body.data.orders as unknown[];

/** 2 seats of ₹18,999 with 5 % off, rounded up to whole rupees before tax. */
const withFivePercent = {
  fee: 18_999,
  sub_total: 37_998,
  discount: 1_900,
  taxable: 36_098,
  gst_total: 6_497.64,
  total_fee: 42_595.64,
};

describe('POST /api/price', () => {
  it('shows the same parts of the price as are charged', async () => {
    await given('SPRING1', { endsAt: new Date('2099-01-01T00:00:00+05:30') });
    const shown = await price({ coupon: ' spring1 ', state: '29' }).expect(200);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.body).toEqual({
      status: 1,
      message: '',
      data: {
        ...withFivePercent,
        cgst: 3_248.82,
        sgst: 3_248.82,
        utgst: 0,
        igst: 0,
        round_off: 0,
        seats_left: null,
        refund_policy: expect.arrayContaining([expect.objectContaining({ percent: 100 })]),
        coupon: { code: 'SPRING1', label: 'Of a test', ends_at: '2098-12-31T18:30:00.000Z' },
      },
    });
    const opened = await buy({ coupon: 'SPRING1', expected_total: 42_595_64 }).expect(200);
    expect(opened.body.data).toMatchObject({ amount: 42_595_64, ...withFivePercent });
    expect(await ordersAtRazorpay()).toMatchObject([{ amount: 42_595_64 }]);
  });

  it.each<[string, object, object]>([
    ['a buyer in another state', { state: '27' }, { igst: 6_839.64, cgst: 0 }],
    ['a registered buyer elsewhere', { gstin: '27AAPFU0939F1ZV', state: '29' }, { igst: 6_839.64 }],
    ['an unknown place of the buyer', {}, { cgst: 3_419.82, sgst: 3_419.82, igst: 0 }],
    ['unreadable billing details', { state: 'Goa', gstin: 7 }, { cgst: 3_419.82 }],
  ])('splits the tax: %s', async (_name, extra, parts) => {
    const { body } = await price(extra).expect(200);
    expect(body.data).toMatchObject({ discount: 0, taxable: 37_998, gst_total: 6_839.64, ...parts });
  });

  it('keeps the paisa that remains when the tax is split into halves', async () => {
    upstream.schedules.set(courseId, [someBatch({ discount_fee: 999.97 })]);
    const { body } = await price({ number_of_course: 1, state: '29' }).expect(200);
    expect(body.data).toMatchObject({ gst_total: 179.99, cgst: 89.99, sgst: 89.99, round_off: 0.01 });
  });

  it('chooses the better discount, also among automatic ones', async () => {
    await given('GROUP3', { minSeats: 3, isAutomatic: true });
    await given('GROUP5', { minSeats: 5, isAutomatic: true, terms: { kind: 'percent', percent: 10 } });
    await given('SPRING1');
    const chosen = async (seats: number, coupon?: string) =>
      (await price({ number_of_course: seats, coupon })).body.data.coupon?.code;
    expect(await chosen(2)).toBeUndefined();
    expect(await chosen(3)).toBe('GROUP3');
    expect(await chosen(5)).toBe('GROUP5');
    expect(await chosen(3, 'SPRING1')).toBe('SPRING1');
    expect(await chosen(5, 'SPRING1')).toBe('GROUP5');
  });

  it('charges clients that name no coupon the full price', async () => {
    await given('GROUP3', { minSeats: 3, isAutomatic: true });
    const opened = await buy({ number_of_course: 3 }).expect(200);
    expect(opened.body.data).toMatchObject({ discount: 0, amount: 67_256_46 });
    const group = await buy({ number_of_course: 3, coupon: 'GROUP3' }).expect(200);
    expect(group.body.data.discount).toBe(2_850);
  });

  it.each(['/api/price', '/api/checkout'])(
    'refuses an invalid batch at its field, and answers 502 if the schedule cannot be read: %s',
    async (path) => {
      const answer = await http
        .post(path)
        .send({ ...purchase, course_schedule_id: 1 })
        .expect(400);
      expect(answer.body.errors).toHaveProperty('course_schedule_id');
      upstream.onSchedule = 'http_500';
      await http.post(path).send(purchase).expect(502);
    },
  );
});

/** One message for all reasons, so that it does not reveal which codes exist. */
const refusal =
  'This coupon does not apply to this order. Please check its spelling, its dates, the course and the number of seats.';

describe('a coupon that does not apply', () => {
  const long = { startsAt: new Date('2020-01-01T00:00:00Z') };
  it.each<[string, Partial<NewCoupon>]>([
    ['OTHER', {}],
    ['CODE', { ...long, endsAt: new Date('2026-01-01T00:00:00+05:30') }],
    ['CODE', { startsAt: new Date(Date.now() + dayMs) }],
    ['CODE', { courses: [7] }],
    ['CODE', { categories: ['kanban'] }],
    ['CODE', { minSeats: 3 }],
  ])('is refused like an unknown one, and no order is made: %s %o', async (code, change) => {
    await given('CODE', change);
    for (const answer of [await price({ coupon: code }), await buy({ coupon: code })]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status: 0, message: refusal, errors: { coupon: [refusal] } });
    }
    expect(await ordersHere()).toEqual([]);
    expect(await ordersAtRazorpay()).toEqual([]);
  });

  it.each([{}, 7, 'x'.repeat(41), ' '])('is refused if it is malformed: %j', async (coupon) => {
    const answer = await buy({ coupon }).expect(400);
    expect(answer.body.errors).toEqual({ coupon: ['Not a coupon code'] });
  });

  it('may not reduce the total below the minimum', async () => {
    await given('ALL', { terms: { kind: 'amount', amountPaise: 40_000_00 } });
    const answer = await buy({ coupon: 'ALL' }).expect(400);
    expect(answer.body.errors.coupon[0]).toContain('the amount is too small');
    expect(await usesHere()).toEqual([]);
  });

  it('is matched by the category of the course', async () => {
    await given('CODE', { categories: ['safe'] });
    await buy({ coupon: 'CODE' }).expect(200);
  });
});

describe('the use of a coupon', () => {
  it('is reserved with the order, redeemed with its payment, and not released later', async () => {
    await given('ONCE', { maxUses: 1 });
    const order = await stack.open({ coupon: 'ONCE' });
    expect(await usesHere()).toEqual(['reserved']);
    const refused = await buy({ coupon: 'ONCE', email: 'b@example.com' }).expect(400);
    expect(refused.body.errors.coupon).toEqual([refusal]);
    await http
      .post('/api/booking')
      .send(await stack.pay(order.order_id))
      .expect(200);
    expect(await usesHere()).toEqual(['redeemed']);
    await stack.setClock(10 * dayMs);
    await checkout.reconcile();
    expect(await usesHere()).toEqual(['redeemed']);
  });

  it('is released if the order stays unpaid, after its hold has ended and the payment provider was asked', async () => {
    let minutes = 30;
    await given('ONCE', { maxUses: 1 });
    await stack.open({ coupon: 'ONCE' });
    await stack.setClock(14 * minuteMs);
    await checkout.reconcile();
    await buy({ coupon: 'ONCE' }).expect(400);
    await stack.fault('http_500', 12);
    await stack.setClock(16 * minuteMs);
    await checkout.reconcile();
    expect(await usesHere()).toEqual(['reserved']);
    await until(async () => {
      minutes += 30;
      await stack.setClock(minutes * minuteMs);
      await checkout.reconcile();
      return (await usesHere())[0] === 'released';
    });
    expect(await usesHere()).toEqual(['released']);
    await buy({ coupon: 'ONCE' }).expect(200);
  });

  it('is released immediately if Razorpay creates no order', async () => {
    await given('ONCE', { maxUses: 1 });
    await stack.fault('http_500', 20);
    await buy({ coupon: 'ONCE' }).expect(502);
    expect(await usesHere()).toEqual(['released']);
  });

  it('is kept for a late payer, and the history of the order says so if another order got the last use', async () => {
    await given('ONCE', { maxUses: 1 });
    const slow = await stack.open({ coupon: 'ONCE' });
    await stack.setClock(20 * minuteMs);
    await checkout.reconcile();
    const quick = await stack.open({ coupon: 'ONCE', email: 'b@example.com' });
    for (const { order_id } of [quick, slow])
      await http
        .post('/api/booking')
        .send(await stack.pay(order_id))
        .expect(200);
    expect(await usesHere()).toEqual(['redeemed', 'redeemed']);
    const late = await database
      .selectFrom('order_events')
      .select('order_id')
      .where('event', '=', 'coupon_used_late')
      .execute();
    expect(late).toEqual([{ order_id: (await stack.order(slow.order_id)).id }]);
    expect(upstream.bookings).toHaveLength(2);
  });

  it('moves to the order that replaces an unpaid one, if its token is sent', async () => {
    await given('MINE', { maxUsesPerEmail: 1 });
    const { receipt_path: path } = await stack.open({ coupon: 'MINE' });
    const refused = await buy({ coupon: 'MINE', number_of_course: 3 }).expect(400);
    expect(refused.body.errors.coupon).toEqual([refusal]);
    const replaces = path.replace('/receipt/', '');
    await buy({ coupon: 'MINE', number_of_course: 3, replaces }).expect(200);
    expect((await usesHere()).toSorted()).toEqual(['released', 'reserved']);
    await buy({ coupon: 'MINE', email: 'ASHA@example.com', replaces }).expect(400);
    await buy({ coupon: 'MINE', email: 'b@example.com' }).expect(200);
  });

  it.each([
    ['Asha@Example.com', 'asha+again@example.com'],
    ['asha.nair@gmail.com', 'ashanair+2@googlemail.com'],
  ])('counts %s and %s as the same person', async (email, again) => {
    await given('MINE', { maxUsesPerEmail: 1 });
    await buy({ coupon: 'MINE', email }).expect(200);
    const refused = await buy({ coupon: 'MINE', email: again }).expect(400);
    expect(refused.body.errors.coupon).toEqual([refusal]);
  });

  it('counts addresses that differ in dots as two people, except at Gmail', async () => {
    await given('MINE', { maxUsesPerEmail: 1 });
    await buy({ coupon: 'MINE', email: 'a.sha@example.com' }).expect(200);
    await buy({ coupon: 'MINE', email: 'asha@example.com' }).expect(200);
  });

  it('goes to one of 200 concurrent requests for the last use', async () => {
    await given('LAST', { maxUses: 3 });
    for (const email of ['a@example.com', 'b@example.com']) await stack.open({ coupon: 'LAST', email });
    const answers = await atOnce(200, (index) => buy({ coupon: 'LAST', email: `v${index}@example.com` }));
    const won = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status, body }) => status === 400 && body.errors.coupon[0] === refusal);
    expect({ won: won.length, refused: refused.length }).toEqual({ won: 1, refused: 199 });
    expect(await ordersHere()).toHaveLength(3);
    expect(await usesHere()).toHaveLength(3);
  });

  it('is not used up by a stranger’s unpaid orders with the email of another person', async () => {
    await given('EACH', { maxUsesPerEmail: 1 });
    const stranger = await buy({ coupon: 'EACH' }).set('x-forwarded-for', '203.0.113.7').expect(200);
    await buy({ coupon: 'EACH' }).set('x-forwarded-for', '203.0.113.7').expect(400);
    await buy({ coupon: 'EACH' }).set('x-forwarded-for', '198.51.100.9').expect(200);
    await http
      .post('/api/booking')
      .send(await stack.pay(stranger.body.data.order_id))
      .expect(200);
    await buy({ coupon: 'EACH' }).set('x-forwarded-for', '192.0.2.1').expect(400);
  });

  it('is not used up by a stranger’s unpaid orders from one network address', async () => {
    await given('FEW', { maxUses: 10 });
    const from = (address: string) => (email: string) =>
      buy({ coupon: 'FEW', email, number_of_course: 1 }).set('x-forwarded-for', address);
    const stranger = from('203.0.113.7');
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
      await stranger(email).expect(200);
    await stranger('d@example.com').expect(400);
    await from('198.51.100.9')('asha@example.com').expect(200);
  });

  it('goes to one of 50 concurrent requests with the same email', async () => {
    await given('EACH', { maxUsesPerEmail: 1 });
    const answers = await atOnce(50, () => buy({ coupon: 'EACH' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('an order with a discount', () => {
  async function booked(extra: object = {}) {
    const order = await stack.open({ coupon: 'SPRING1', ...extra });
    const paid = await stack.pay(order.order_id);
    return { ...order, paid };
  }

  it('is booked with its discount', async () => {
    await given('SPRING1');
    const { paid, receipt_path } = await booked({ billing: { state: '27' } });
    await http.post('/api/booking').send(paid).expect(200);
    expect(upstream.bookings.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        sub_total: 37_998,
        discount: 1_900,
        taxable: 36_098,
        coupon: 'SPRING1',
        gst_total: 6_497.64,
        total_fee: 42_595.64,
      }),
    ]);
    const receipt = await http.get(`/api/receipts/${receipt_path.replace('/receipt/', '')}`).expect(200);
    expect(receipt.body.data).toMatchObject({
      ...withFivePercent,
      coupon: 'SPRING1',
      igst: 6_497.64,
      cgst: 0,
      round_off: 0,
    });
  });

  it('is booked by the specified formula if the upstream accepts only the specified fields', async () => {
    stack.deps.settings.upstreamExtraFields = false;
    await given('SPRING1');
    const { paid } = await booked();
    await http.post('/api/booking').send(paid).expect(200);
    const [booking] = upstream.bookings;
    expect(booking?.body).toMatchObject({ sub_total: 36_098, gst_total: 6_497.64, total_fee: 42_595.64 });
    for (const field of ['coupon', 'discount', 'taxable']) expect(booking?.body).not.toHaveProperty(field);
  });

  it('sends the same bytes at each attempt, whatever has changed since', async () => {
    await given('SPRING1');
    upstream.honoursIdempotency = false;
    upstream.onBooking = 'lost_answer';
    const { paid, order_id } = await booked();
    await http.post('/api/booking').send(paid).expect(200);
    const { bookingBody } = await stack.order(order_id);
    stack.deps.settings.upstreamExtraFields = false;
    upstream.onBooking = 'fine';
    await stack.workOff();
    const sent = upstream.bookings.map(({ body }) => JSON.stringify(body));
    expect(sent).toEqual([bookingBody, bookingBody]);
  });

  it('books an order for a payer whose page sent other amounts', async () => {
    await given('SPRING1');
    const { paid } = await booked();
    const answer = await http
      .post('/api/booking')
      .send({ ...paid, sub_total: 1, discount: 2, taxable: 3, gst_total: 4, total_fee: 5 })
      .expect(200);
    expect(answer.body.data.state).toBe('booked');
  });

  it('is booked with only the specified fields if it has no discount', async () => {
    const order = await stack.open();
    await http
      .post('/api/booking')
      .send(await stack.pay(order.order_id))
      .expect(200);
    expect(Object.keys(upstream.bookings[0]?.body ?? {}).toSorted()).toEqual(
      [
        'course_id',
        'course_schedule_id',
        'fee',
        'number_of_course',
        'gst_total',
        'sub_total',
        'total_fee',
        'transaction_id',
        'first_name',
        'last_name',
        'email',
        'phone_number',
      ].toSorted(),
    );
  });
});
