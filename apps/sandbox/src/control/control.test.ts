import { expect, test } from 'vitest';
import { createOrder, pay, startReceiver, startSandbox, zohoAuthorization } from '../testing.ts';

test.each([
  ['/_sandbox/faults', {}, 'service'],
  ['/_sandbox/faults', { service: 'stripe', kind: 'slow' }, 'service'],
  ['/_sandbox/faults', { service: 'zoho', kind: 'slowly' }, 'kind'],
  ['/_sandbox/faults', { service: 'zoho', kind: 'slow', times: 0 }, 'times'],
  ['/_sandbox/faults', { service: 'zoho', kind: 'slow', probability: 2 }, 'probability'],
  ['/_sandbox/faults', { service: 'zoho', kind: 'slow', time: 2 }, 'time'],
  ['/_sandbox/pay', { order_id: 'order_1', outcome: 'maybe' }, 'outcome'],
  ['/_sandbox/pay', { order_id: 'order_1', webhook: 'twice' }, 'webhook'],
  ['/_sandbox/pay', {}, 'order_id'],
  ['/_sandbox/refunds', {}, 'refund_id'],
  ['/_sandbox/refunds', { refund_id: 'rfnd_1', outcome: 'maybe' }, 'outcome'],
  ['/_sandbox/disputes', { payment_id: 'pay_1', status: 'maybe' }, 'status'],
  ['/_sandbox/balance', { paise: -1 }, 'paise'],
])('%s with %o is refused with 400 and the name of the field', async (path, body, field) => {
  const { http } = await startSandbox();
  const answer = await http.post(path).send(body).expect(400);
  expect(answer.body).toMatchObject({ status: 0, data: null, errors: expect.anything() });
  expect(answer.body.message).toContain(field);
});

test('a payment for an unknown order and a body that is not JSON are refused with 400', async () => {
  const { http } = await startSandbox();
  const unknown = await http.post('/_sandbox/pay').send({ order_id: 'order_none' }).expect(400);
  expect(unknown.body.message).toBe('The id provided does not exist');
  const broken = await http.post('/_sandbox/pay').type('json').send('{').expect(400);
  expect(broken.body.message).toBe('The request body is not valid JSON.');
});

test('reset deletes leads, tokens, payments, deliveries and faults, and accepts an empty JSON body', async () => {
  const receiver = await startReceiver([503]);
  const sandbox = await startSandbox({ webhookUrl: receiver.url, webhookRetryDelaysMs: [60_000] });
  const order = await createOrder(sandbox);
  await pay(sandbox, order.id, 'authorized', 'send');
  const authorization = await zohoAuthorization(sandbox);
  const insert = () =>
    sandbox.http
      .post('/crm/v8/Leads')
      .set('Authorization', authorization)
      .send({ data: [{ Last_Name: 'A' }] });
  await insert().expect(201);
  expect((await sandbox.http.get('/_sandbox/tokens')).body.data).toEqual({ issued: 1 });
  await sandbox.http.post('/_sandbox/faults').send({ service: 'zoho', kind: 'http_500' }).expect(200);

  await sandbox.http
    .post('/_sandbox/reset')
    .type('json')
    .send('')
    .expect(200, { status: 1, message: '', data: null });

  await sandbox.http.get('/_sandbox/idle').expect(200);
  expect((await sandbox.http.get('/_sandbox/tokens')).body.data).toEqual({ issued: 0 });
  expect((await sandbox.http.get('/_sandbox/leads')).body).toEqual({ status: 1, message: '', data: [] });
  expect((await sandbox.http.get('/_sandbox/payments')).body.data).toEqual({
    orders: [],
    payments: [],
    refunds: [],
    disputes: [],
    settled: [],
    deliveries: [],
  });
  expect((await sandbox.http.get('/_sandbox/faults')).body.data).toEqual([]);
  await insert().expect(401);
});

test('the root page lists leads and payments, escaped, and reloads itself', async () => {
  const sandbox = await startSandbox();
  const order = await createOrder(sandbox, { receipt: 'booking-7' });
  const { razorpay_payment_id: paymentId } = await pay(sandbox, order.id);
  await sandbox.http
    .post('/crm/v8/Leads')
    .set('Authorization', await zohoAuthorization(sandbox))
    .send({ data: [{ Last_Name: '<script>alert(1)</script>', Page_URL: 'https://example.com/?a=1&b="2"' }] });

  const { text, headers } = await sandbox.http.get('/').expect(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(text).toContain('<meta http-equiv="refresh"');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toContain('<script>');
  for (const shown of [order.id, paymentId, 'booking-7', '₹1,000.00']) expect(text).toContain(shown);
});

test('the health check answers 200', async () => {
  const { http } = await startSandbox();
  await http.get('/healthz').expect(200);
});
