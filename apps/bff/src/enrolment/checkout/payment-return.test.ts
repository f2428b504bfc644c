/** Razorpay's form POST, which reports a payment from browsers inside other apps. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 5_000, bookingTimeoutMs: 5_000 });
const { http, upstream } = stack;

beforeEach(() => stack.reset());

const back = (fields: object | string) =>
  http
    .post('/api/payments/return')
    .set('origin', 'https://api.razorpay.com')
    .set('sec-fetch-site', 'cross-site')
    .type('form')
    .send(fields);

const failure = {
  'error[code]': 'BAD_REQUEST_ERROR',
  'error[description]': '<script>alert(1)</script>',
  'error[reason]': 'payment_failed',
  'error[metadata]': '{"payment_id":"pay_00000000000000"}',
};

describe('POST /api/payments/return', () => {
  it('records a payment like the booking call, and redirects to its receipt', async () => {
    const { order_id: orderId, receipt_path: receiptPath } = await stack.open();
    const paid = await stack.pay(orderId);
    for (let call = 0; call < 2; call += 1) {
      const answer = await back({ ...paid, org_name: 'Razorpay' }).expect(303);
      expect(answer.headers).toMatchObject({
        location: receiptPath,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    }
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('sent twice, concurrently with the booking call and the webhook, makes one booking', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId, 'captured', 'duplicate');
    await Promise.all([
      back(paid).expect(303),
      back(paid).expect(303),
      http.post('/api/booking').send(paid).expect(200),
    ]);
    await stack.idle();
    await stack.workOff();
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('redirects to the receipt while the payment is being confirmed', async () => {
    const { order_id: orderId, receipt_path: receiptPath } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.fault('http_500');
    expect((await back(paid).expect(303)).headers.location).toBe(receiptPath);
  });

  it('passes a valid claim without an order to the checkout page', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.database.updateTable('orders').set({ provider_order_id: null }).execute();
    const { location } = (await back(paid).expect(303)).headers;
    const [path, fragment] = String(location).split('#');
    expect(path).toBe('/checkout?payment=unconfirmed');
    expect(Object.fromEntries(new URLSearchParams(fragment))).toEqual(paid);
  });

  it('says that a payment failed, and books nothing', async () => {
    expect((await back(failure).expect(303)).headers.location).toBe('/checkout?payment=failed');
    expect(upstream.bookingCalls).toBe(0);
  });

  const forged = {
    razorpay_payment_id: 'pay_00000000000000',
    razorpay_order_id: 'order_00000000000000',
    razorpay_signature: '0'.repeat(64),
  };

  it.each<[string, object | string]>([
    ['no fields', ''],
    ['a forged signature', forged],
    ['a claim and a failure', { ...forged, ...failure }],
    ['the URL of another site', { ...forged, callback_url: 'https://evil.example', next: '//evil.example' }],
    ['an id that is a URL', { ...forged, razorpay_payment_id: 'https://evil.example' }],
    ['fields that are objects', 'razorpay_payment_id[a]=1&__proto__[x]=1&constructor=2'],
    ['the same field many times', `razorpay_payment_id=a&${'razorpay_payment_id=b&'.repeat(100)}`],
    ['bytes that are not text', '%ff%fe=%00&razorpay_order_id=%00&\u0000'],
    ['a line break', { ...forged, razorpay_order_id: 'order_1\r\nlocation: https://evil.example' }],
    ['too many bytes', `x=${'y'.repeat(40_000)}`],
  ])('redirects a form with %s to the checkout', async (_name, fields) => {
    const answer = await back(fields).expect(303);
    expect(answer.headers.location).toBe('/checkout?payment=unconfirmed');
    expect(answer.text).not.toContain('evil');
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml'])(
    'redirects a request with the content type %s to the checkout',
    async (type) => {
      const answer = await http.post('/api/payments/return').set('content-type', type).send('{"a":');
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe('/checkout?payment=unconfirmed');
    },
  );

  it('the booking call accepts no forms', async () => {
    await http.post('/api/booking').type('form').send(forged).expect(415);
  });
});
