import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { useSite } from '../../../../testing/site.ts';
import { openDatabase } from '../../../platform/database/database.ts';

const site = await useSite({ SUPPLIER_LEGAL_NAME: '', SUPPLIER_ADDRESS: '', SUPPLIER_GSTIN: '' });
const database = openDatabase(site.environment.DATABASE_URL);
afterAll(() => database.destroy());

async function someBatch() {
  const { body } = await site.http.post('/api/course_schedule').send({ id: 101 }).expect(200);
  return body.data.course_schedule[1] as { id: number; discount_fee: number };
}
const batch = await someBatch();

const form = (change: Record<string, string> = {}) => ({
  attempt: randomUUID(),
  course_id: '101',
  course_schedule_id: String(batch.id),
  number_of_course: '2',
  expected_total: String(Math.round(batch.discount_fee * 2 * 118)),
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  phone_number: '98450 12345',
  ...change,
});
const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  site.http.post('/checkout').type('form').set(headers).send(fields);
const countOrders = async () => (await database.selectFrom('orders').select('id').execute()).length;

/** @returns the hidden fields of the page's forms, by name */
const fieldsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

describe('the form without scripts', () => {
  it('is in the page of a selection, which is rendered for each request', async () => {
    const path = `/checkout?course_id=101&course_schedule_id=${batch.id}&course_qty=3`;
    const [first, second] = [await site.http.get(path).expect(200), await site.http.get(path).expect(200)];
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.text).toContain('3 seats: ');
    const attempts = [first, second].map(({ text }) => fieldsIn(text).attempt);
    expect(new Set(attempts).size).toBe(2);
    const plain = await site.http.get('/checkout').expect(200);
    expect(plain.text).toContain('<div id="server-content"></div>');
  });

  it('escapes values from the address and from the input', async () => {
    const evil = '"><script>alert(1)</script>';
    const path = `/checkout?course_id=101&course_schedule_id=${batch.id}&course_qty=1&coupon=${encodeURIComponent(evil)}`;
    expect((await site.http.get(path)).text).not.toContain(evil);
    const { text } = await send(form({ first_name: evil, email: 'no' })).expect(422);
    expect(text).not.toContain(evil);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
  });

  it('opens one order however often it is sent, also concurrently, and shows an error if the details differ', async () => {
    const before = await countOrders();
    const fields = form();
    const answers = await Promise.all([send(fields), send(fields), send(fields)]);
    const path = `/checkout/pay/${fields.attempt}`;
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(3).fill([303, path]),
    );
    expect((await send(fields).expect(303)).headers.location).toBe(path);
    const other = await send({ ...fields, first_name: 'Zoë' }).expect(409);
    expect(other.text).toContain('This form was sent before with other details');
    expect(other.text).toContain('value="Zoë"');
    expect(fieldsIn(other.text).attempt).not.toBe(fields.attempt);
    expect(await countOrders()).toBe(before + 1);
  });

  it('is shown again with the new total if the price has changed', async () => {
    const before = await countOrders();
    const { text } = await send(form({ expected_total: '100' })).expect(409);
    expect(text).toContain('The price has changed since this page was opened');
    expect(fieldsIn(text).expected_total).toBe(form().expected_total);
    expect(await countOrders()).toBe(before);
  });

  it('shows each error at its field', async () => {
    const { text } = await send(form({ email: 'asha@', last_name: '' })).expect(422);
    expect(text).toContain('<span id="native-email-error" class="error">Email address is invalid</span>');
    expect(text).toContain('id="native-last_name-error"');
  });

  it.each([[{ origin: 'https://evil.example' }], [{ 'sec-fetch-site': 'cross-site' }]])(
    'is refused from another site: %j',
    async (headers) => {
      await send(form(), headers).expect(403);
    },
  );

  it.each([
    ['JSON', 415, () => site.http.post('/checkout').send({ course_id: 101 })],
    ['too many bytes', 413, () => send(form({ first_name: 'x'.repeat(40_000) }))],
  ])('answers %s with a page and status %i', async (_what, status, answer) => {
    const { text, headers } = await answer().expect(status);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('<h1>');
  });

  it('is accepted from our own site', async () => {
    await send(form(), { origin: 'https://academy.example', 'sec-fetch-site': 'same-origin' }).expect(303);
  });
});

describe('the step before the payment', () => {
  it('leads to the payment provider with the data it needs, and back with the attempt', async () => {
    const fields = form();
    await send(fields).expect(303);
    const { text, headers } = await site.http.get(`/checkout/pay/${fields.attempt}`).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain(`action="${site.sandboxUrl}/v1/checkout/embedded"`);
    const back = `https://academy.example/api/payments/return?attempt=${fields.attempt}`;
    expect(fieldsIn(text)).toMatchObject({
      key_id: 'rzp_test_LocalSandbox',
      order_id: expect.stringMatching(/^order_/),
      amount: fields.expected_total,
      currency: 'INR',
      'prefill[email]': 'asha@example.com',
      callback_url: back,
      cancel_url: `${back}&amp;cancelled=1`,
    });
    expect(text).not.toContain('/receipt/');
  });

  it.each([
    ['POST', '', { 'error[code]': 'BAD_REQUEST_ERROR' }, 'failed'],
    ['POST', '', {}, 'unconfirmed'],
    ['POST', '&cancelled=1', {}, 'cancelled'],
    ['GET', '&cancelled=1', {}, 'cancelled'],
    [
      'POST',
      '',
      {
        razorpay_order_id: 'order_AAAAAAAAAAAAAA',
        razorpay_payment_id: 'pay_AAAAAAAAAAAAAA',
        razorpay_signature: 'ab'.repeat(32),
      },
      'unconfirmed',
    ],
  ])('is shown again after %s%s with %j, with the result %s', async (method, query, fields, returned) => {
    const attempt = randomUUID();
    const path = `/api/payments/return?attempt=${attempt}${query}`;
    const request = method === 'GET' ? site.http.get(path) : site.http.post(path).type('form').send(fields);
    const { headers } = await request.expect(303);
    expect(headers.location).toBe(`/checkout/pay/${attempt}/${returned}`);
  });

  it('also works for a check order', async () => {
    const id = randomUUID();
    await database
      .insertInto('check_orders')
      .values({ id, provider_order_id: 'order_C', state: 'created', refund_key: id, created_at: new Date() })
      .execute();
    const { text } = await site.http.get(`/checkout/pay/${id}`).expect(200);
    expect(fieldsIn(text)).toMatchObject({ order_id: 'order_C', amount: '100', currency: 'INR' });
    const { text: after } = await site.http.get(`/checkout/pay/${id}/unconfirmed`).expect(200);
    expect(after).toContain(`Please do not pay again. <a href="/checkout/pay/${id}">`);
    expect(after).not.toContain('Go to the payment');
  });

  it('is answered with 404 for an unknown attempt, whatever the address contains', async () => {
    for (const path of [randomUUID(), 'nothing', `${randomUUID()}/failed`])
      expect((await site.http.get(`/checkout/pay/${path}`).expect(404)).text).toContain('Order not found.');
  });
});
