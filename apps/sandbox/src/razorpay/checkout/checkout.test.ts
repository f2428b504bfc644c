import { describe, expect, test } from 'vitest';
import { createOrder, startReceiver, startSandbox } from '../../testing.ts';
import { sign } from '../signature.ts';

const form = { key_id: 'rzp_test_LocalSandbox', amount: '100000', currency: 'INR', outcome: 'success' };

async function startCheckout() {
  const receiver = await startReceiver();
  const sandbox = await startSandbox({ webhookUrl: receiver.url });
  const order = await createOrder(sandbox);
  const post = (fields: object) =>
    sandbox.http
      .post('/v1/checkout/payments')
      .type('form')
      .send({ ...form, order_id: order.id, ...fields });
  return { sandbox, order, post, received: receiver.received };
}

describe('the browser part of the checkout', () => {
  test('is one script that any site can embed, without inline styles or eval', async () => {
    const { http } = await startSandbox();
    const { headers, text } = await http.get('/v1/checkout.js').expect(200);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(() => new Function(text)).not.toThrow();
    expect(text).not.toMatch(/innerHTML|eval\(|setAttribute\('style'/);
  });

  test('makes a captured payment with the payer’s contact details, and sends its webhooks', async () => {
    const { sandbox, order, post, received } = await startCheckout();
    const { body, headers } = await post({ email: 'asha@example.com', contact: '9876543210' }).expect(200);
    await sandbox.http.get('/_sandbox/idle');

    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toMatchObject({ razorpay_order_id: order.id, razorpay_signature: expect.any(String) });
    expect(await sandbox.razorpay.payments.fetch(body.razorpay_payment_id)).toMatchObject({
      status: 'captured',
      email: 'asha@example.com',
      contact: '9876543210',
    });
    expect(received.map(({ event }) => event.event)).toContain('order.paid');
  });

  test('makes an authorised payment if the order is captured manually', async () => {
    const { sandbox, post } = await startCheckout();
    const manual = await sandbox.http
      .post('/v1/orders')
      .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
      .send({ amount: 100_000, currency: 'INR', payment: { capture: 'manual' } });
    const { body } = await post({ order_id: manual.body.id });
    expect(await sandbox.razorpay.payments.fetch(body.razorpay_payment_id)).toMatchObject({
      status: 'authorized',
    });
  });

  test('returns the error of a failed payment, and the order can be paid again', async () => {
    const { order, post } = await startCheckout();
    const { body } = await post({ outcome: 'fail' }).expect(200);
    expect(body.error).toMatchObject({ reason: 'payment_failed', metadata: { order_id: order.id } });
    await post({}).expect(200);
  });

  test.each([
    ['another key', { key_id: 'rzp_test_other' }, 401],
    ['another amount', { amount: '100' }, 400],
    ['another currency', { currency: 'USD' }, 400],
    ['an unknown order', { order_id: 'order_none' }, 400],
    ['an unknown outcome', { outcome: 'maybe' }, 400],
  ])('refuses %s, with a response that the page can read', async (_name, fields, status) => {
    const { post } = await startCheckout();
    const { body, headers } = await post(fields).expect(status);
    expect(body.error.description).not.toBe('');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('refuses an order that is already paid', async () => {
    const { post } = await startCheckout();
    await post({}).expect(200);
    const { body } = await post({}).expect(400);
    expect(body.error.description).toBe('Payment already done for this order.');
  });
});

describe('the page for browsers that cannot show the dialog', () => {
  const callback = { callback_url: 'https://academy.example/api/payments/return?x="1"' };

  async function startHosted() {
    const { sandbox, order } = await startCheckout();
    const post = (path: string, fields: object) =>
      sandbox.http
        .post(path)
        .type('form')
        .send({ ...form, order_id: order.id, ...callback, ...fields });
    return { sandbox, order, post };
  }

  /** @returns the form fields of a page, as a browser would post them */
  const fieldsIn = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
        name,
        value?.replaceAll('&quot;', '"'),
      ]),
    );

  test('asks for the outcome, and returns by a form POST with a valid signature', async () => {
    const { order, post } = await startHosted();
    const page = await post('/v1/checkout/embedded', { name: 'Academy <b>' }).expect(200);
    expect(page.text).toContain('Academy &lt;b&gt;');
    const posted = fieldsIn(page.text);
    expect(posted).toMatchObject({ order_id: order.id, ...callback });
    const back = await post('/v1/checkout/embedded/pay', { ...posted, outcome: 'success' }).expect(200);
    expect(back.text).toContain('action="https://academy.example/api/payments/return?x=&quot;1&quot;"');
    const { razorpay_payment_id: paymentId, ...fields } = fieldsIn(back.text);
    expect(fields).toEqual({
      razorpay_order_id: order.id,
      razorpay_signature: sign(`${order.id}|${paymentId}`, 'sandbox_key_secret'),
    });
  });

  test('returns a failed payment as error fields', async () => {
    const { order, post } = await startHosted();
    const back = await post('/v1/checkout/embedded/pay', { outcome: 'fail' }).expect(200);
    const fields = fieldsIn(back.text);
    expect(fields).toMatchObject({ 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_failed' });
    expect(JSON.parse(fields['error[metadata]'] ?? '')).toMatchObject({ order_id: order.id });
  });

  test.each([
    ['an invalid address', { callback_url: 'javascript:alert(1)' }, 400],
    ['another amount', { amount: '100' }, 400],
    ['another key', { key_id: 'rzp_test_other' }, 401],
  ])('refuses %s', async (_name, fields, status) => {
    const { post } = await startHosted();
    await post('/v1/checkout/embedded', fields).expect(status);
  });
});
