import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { marketingText, noticeVersion } from '@meridian/contracts/leads/notice';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyId, purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { addressKey } from '../../platform/database/address-key.ts';

const stack = await useCheckoutStack();
const { http, upstream, database, sandbox } = stack;

beforeEach(() => stack.reset());

async function ordersAtRazorpay() {
  return (await sandbox.get('/_sandbox/payments')).body.data.orders as Record<string, unknown>[];
}
const ordersHere = () => database.selectFrom('orders').selectAll().execute();

/** @returns the date in India after this number of days */
function dayFromToday(days: number): string {
  const timestamp = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(timestamp);
}

describe('POST /api/checkout', () => {
  it('reads the price from the upstream, stores the order, and creates it at Razorpay', async () => {
    const answer = await http.post('/api/checkout').send(purchase).expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({
      status: 1,
      data: {
        key_id: keyId,
        amount: 4_483_764,
        currency: 'INR',
        fee: 18_999,
        sub_total: 37_998,
        gst_total: 6_839.64,
        total_fee: 44_837.64,
      },
    });
    const [here] = await ordersHere();
    const [there] = await ordersAtRazorpay();
    expect(here).toMatchObject({ state: 'created', provider_order_id: answer.body.data.order_id, seats: 2 });
    expect(here?.batch).toMatchObject({ course_name: 'Leading SAFe', start_date: '2099-12-05' });
    expect(there).toMatchObject({ id: answer.body.data.order_id, amount: 4_483_764, receipt: here?.id });
    expect(JSON.stringify(there)).not.toMatch(/asha|nair|98450/i);
  });

  it.each([
    ['the fee if there is no discounted fee', { fee: '24,999.00', discount_fee: null }, 24_999],
    ['amounts written as text', { discount_fee: '₹ 18,999' }, 18_999],
    ['fees with paise', { discount_fee: 999.99 }, 999.99],
  ])('reads %s', async (_name, fees, fee) => {
    upstream.schedules.set(courseId, [someBatch(fees)]);
    const answer = await http.post('/api/checkout').send(purchase).expect(200);
    expect(answer.body.data.fee).toBe(fee);
  });

  it('stores the terms in force, with their version', async () => {
    const { order_id: before } = await stack.open();
    const { version } = await stack.setTerms({ refundPolicy: [{ until_hours_before: 24, percent: 10 }] });
    const { order_id: after } = await stack.open({}, '10.0.0.2');
    const termsOf = async (id: string) => (await stack.order(id)).terms;
    expect(await termsOf(after)).toMatchObject({
      version,
      refundSteps: [{ until_hours_before: 24, percent: 10 }],
    });
    expect(await termsOf(before)).toMatchObject({ version: version - 1, refundSteps: { length: 2 } });
  });

  it('finds a batch on a later page', async () => {
    const others = Array.from({ length: 20 }, (_, index) => someBatch({ id: 1 + index, discount_fee: 1 }));
    upstream.schedules.set(courseId, [...others, someBatch()]);
    const answer = await http.post('/api/checkout').send(purchase).expect(200);
    expect(answer.body.data.fee).toBe(18_999);
  });

  it('sells a batch that begins tomorrow in India', async () => {
    upstream.schedules.set(courseId, [someBatch({ start_date: dayFromToday(1) })]);
    await http.post('/api/checkout').send(purchase).expect(200);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown> | null, string]>([
    ['an unknown batch', { course_schedule_id: 1 }, null, 'course_schedule_id'],
    ['a batch of another course', { course_id: 102 }, null, 'course_schedule_id'],
    ['a batch that begins today', {}, { start_date: dayFromToday(0) }, 'course_schedule_id'],
    ['a batch of the past', {}, { start_date: '2024-02-01' }, 'course_schedule_id'],
    ['a batch without a readable date', {}, { start_date: 'soon' }, 'course_schedule_id'],
    ['an unreadable fee', {}, { fee: 'ask us', discount_fee: 'call' }, 'course_schedule_id'],
    ['a fee of 0', {}, { discount_fee: 0 }, 'course_schedule_id'],
    ['a negative fee', {}, { fee: -1, discount_fee: -1 }, 'course_schedule_id'],
    ['less than a rupee', { number_of_course: 1 }, { discount_fee: 0.5 }, 'course_schedule_id'],
    ['no seats', { number_of_course: 0 }, null, 'number_of_course'],
    ['too many seats', { number_of_course: 51 }, null, 'number_of_course'],
    ['half a seat', { number_of_course: 1.5 }, null, 'number_of_course'],
    ['an order without a first name', { first_name: ' ' }, null, 'first_name'],
    ['an invalid email address', { email: 'asha@' }, null, 'email'],
  ])('refuses %s, and makes no order', async (_name, overrides, batch, field) => {
    upstream.schedules.set(102, [someBatch({ id: 101417991219 })]);
    if (batch) upstream.schedules.set(courseId, [someBatch(batch)]);
    const answer = await http
      .post('/api/checkout')
      .send({ ...purchase, ...overrides })
      .expect(400);
    expect(answer.body).toMatchObject({ status: 0, errors: { [field]: [expect.any(String)] } });
    expect(await ordersHere()).toEqual([]);
    expect(await ordersAtRazorpay()).toEqual([]);
  });

  it('says that the dates cannot be read if the upstream refuses the schedule, and makes no order', async () => {
    const answer = await http
      .post('/api/checkout')
      .send({ ...purchase, course_id: 999 })
      .expect(502);
    expect(answer.body.message).toContain('cannot be read at the moment. Nothing was charged.');
    expect(answer.body.message).not.toContain('on offer');
    expect(await ordersHere()).toEqual([]);
  });

  it('waits while the upstream is being replaced', async () => {
    await upstream.goDown();
    const stopping = createServer();
    stopping.listen(Number(new URL(upstream.url).port), '127.0.0.1');
    const answer = http.post('/api/checkout').send(purchase).then();
    const [, first] = await once(stopping, 'request');
    first.writeHead(503, { connection: 'close' }).end();
    const [, second] = await once(stopping, 'request');
    second.destroy();
    stopping.close();
    await once(stopping, 'close');
    await upstream.comeUp();
    expect((await answer).status).toBe(200);
  });

  it.each(['http_500', 'malformed', 'endless'] as const)(
    'answers 502 and makes no order if the schedule has the fault %s',
    async (fault) => {
      upstream.onSchedule = fault;
      const answer = await http.post('/api/checkout').send({ ...purchase, course_schedule_id: batchId + 1 });
      expect(answer.status).toBe(502);
      expect(answer.body).toMatchObject({
        status: 0,
        message: expect.stringContaining('Nothing was charged'),
      });
      expect(await ordersHere()).toEqual([]);
    },
  );

  it.each(['lost_answer', 'http_500', 'html_502', 'rate_limit', 'reset'])(
    'makes one Razorpay order if the first answer is a %s',
    async (fault) => {
      await stack.fault(fault);
      const answer = await http.post('/api/checkout').send(purchase).expect(200);
      const there = await ordersAtRazorpay();
      expect(there.map(({ id }) => id)).toEqual([answer.body.data.order_id]);
    },
  );

  it.each<[string, Record<string, unknown>]>([
    ['a price', { fee: 1, total_fee: 1, amount: 100 }],
    ['unknown fields of a newer page', { voucher: 'EARLY', billing: { state: '29', unit: 7 } }],
    ['an unreadable place', { billing: 'Goa', replaces: 7 }],
    ['an unreadable attribution', { attribution: 'newsletter' }],
    ['a consent to marketing', { marketing: { version: marketingText.version, channels: ['email'] } }],
    ['an unreadable consent', { marketing: { version: 'an attribution of another site', channels: 'all' } }],
    ['an attribution with an unknown field', { attribution: { page_url: 7, visitor: {} } }],
    ['an unreadable total', { expected_total: { $gt: 0 } }],
    ['no total', { expected_total: null }],
    ['the total as text', { expected_total: '4483764' }],
    [
      'ids and seats as text',
      { course_id: '101', course_schedule_id: '101417991205', number_of_course: '2' },
    ],
  ])('charges its own price whatever else the page sends: %s', async (_name, extra) => {
    const answer = await http.post('/api/checkout').send({ ...purchase, ...extra });
    expect(answer.body).toMatchObject({ status: 1, data: { amount: 4_483_764 } });
  });

  it('a marketing consent does not end an opt-out of the address', async () => {
    await database
      .insertInto('opt_outs')
      .values({
        address_key: addressKey(purchase.email),
        id: randomUUID(),
        email: purchase.email,
        requested_at: new Date(),
        crm_state: 'told',
      })
      .execute();
    const marketing = { version: marketingText.version, channels: ['email'] };
    await http
      .post('/api/checkout')
      .send({ ...purchase, marketing })
      .expect(200);
    expect(await database.deleteFrom('opt_outs').returning('id').execute()).toHaveLength(1);
  });

  it('an order is stored with the privacy notice in force, and with the consent given', async () => {
    await database.deleteFrom('mails').execute();
    const marketing = { version: marketingText.version, channels: ['phone', 'email'] };
    await http
      .post('/api/checkout')
      .send({ ...purchase, marketing })
      .expect(200);
    const order = await database.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(order.notice_version).toBe(noticeVersion);
    const consent = { form: 'checkout', order_id: order.id, text_version: marketingText.version };
    const consents = database.selectFrom('consents').selectAll().orderBy('channel').execute();
    expect(await consents).toEqual([
      expect.objectContaining({ ...consent, channel: 'email', given_at: expect.any(Date) }),
      expect.objectContaining({ ...consent, channel: 'phone' }),
    ]);
    const requests = database
      .selectFrom('mails')
      .select(['recipient', 'order_id'])
      .where('kind', '=', 'consent_request');
    expect(await requests.execute()).toEqual([{ recipient: purchase.email, order_id: order.id }]);
  });

  it.each([4_483_763, 4_483_765, 0])('makes no order if the page showed %d paise', async (total) => {
    const answer = await http
      .post('/api/checkout')
      .send({ ...purchase, expected_total: total })
      .expect(409);
    expect(answer.body).toEqual({
      status: 0,
      message: expect.stringContaining('Nothing was charged'),
      errors: { expected_total: [expect.any(String)] },
      data: {
        amount: 4_483_764,
        currency: 'INR',
        fee: 18_999,
        sub_total: 37_998,
        discount: 0,
        taxable: 37_998,
        gst_total: 6_839.64,
        total_fee: 44_837.64,
      },
    });
    expect(await ordersHere()).toEqual([]);
    expect(await ordersAtRazorpay()).toEqual([]);
    await http
      .post('/api/checkout')
      .send({ ...purchase, expected_total: 4_483_764 })
      .expect(200);
  });

  it('gets the same Razorpay order for a repeated request, except after a refusal', async () => {
    const receipt = randomUUID();
    const requested = { amountPaise: 10_000, receipt, notes: {} };
    const first = await stack.deps.provider.createOrder(requested);
    expect(await stack.deps.provider.createOrder(requested)).toEqual(first);
    await expect(stack.deps.provider.createOrder(requested, { afterRefusal: true })).rejects.toMatchObject({
      code: 'refused',
    });
  });

  it('retries without `unique_receipt` for an account that does not support it', async () => {
    // The first POST is refused completely.
    await stack.fault('invalid_data');
    const answer = await http.post('/api/checkout').send(purchase).expect(200);
    const there = await ordersAtRazorpay();
    expect(there.map(({ id }) => id)).toEqual([answer.body.data.order_id]);
  });

  it('reports a failure if Razorpay does not answer', async () => {
    await stack.fault('http_500', 10);
    const answer = await http.post('/api/checkout').send(purchase).expect(502);
    expect(answer.body.message).toContain('Nothing was charged');
    expect(JSON.stringify(answer.body)).not.toMatch(/razorpay|server_error/i);
  });
});
