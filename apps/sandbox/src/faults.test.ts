import { describe, expect, test } from 'vitest';
import { createOrder, type Sandbox, startSandbox, zohoAuthorization } from './testing.ts';

const ask = (sandbox: Sandbox, fault: object) => sandbox.http.post('/_sandbox/faults').send(fault);
const orderOf = ({ http }: Sandbox) =>
  http
    .post('/v1/orders')
    .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
    .send({ amount: 100_000, currency: 'INR', receipt: 'r1' });

async function insertLead(sandbox: Sandbox, authorization: string) {
  return sandbox.http
    .post('/crm/v8/Leads')
    .set('Authorization', authorization)
    .send({ data: [{ Last_Name: 'Rao', Website_Lead_ID: '1' }] });
}

describe('faults of Razorpay', () => {
  test.each([
    ['http_500', 500, 'SERVER_ERROR'],
    ['rate_limit', 429, 'BAD_REQUEST_ERROR'],
    ['invalid_token', 401, 'BAD_REQUEST_ERROR'],
    ['invalid_data', 400, 'BAD_REQUEST_ERROR'],
  ])('%s answers once in Razorpay’s format, without doing the work', async (kind, status, code) => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind, times: 1 }).expect(200);
    const { body } = await orderOf(sandbox).expect(status);
    expect(body.error.code).toBe(code);
    await orderOf(sandbox).expect(200);
  });

  test('html_502 answers with a proxy’s page', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind: 'html_502', times: 1 });
    const { headers, text } = await orderOf(sandbox).expect(502);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain('502 Bad Gateway');
  });

  test('slow delays the response and does the work', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind: 'slow', times: 1, delay_ms: 60 });
    const startedMs = performance.now();
    await orderOf(sandbox).expect(200);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(59);
  });

  test('reset drops the connection before any work', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind: 'reset', times: 1 });
    await expect(orderOf(sandbox)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(sandbox.razorpay.orders.all({})).resolves.toMatchObject({ count: 0 });
  });

  test('lost_answer does the work and drops the connection; reads do not use it up', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind: 'lost_answer', times: 1 });
    await expect(sandbox.razorpay.orders.all({})).resolves.toMatchObject({ count: 0 });
    // The SDK throws a TypeError for a dropped connection.
    await expect(createOrder(sandbox, { receipt: 'r1' })).rejects.toThrow(TypeError);
    await expect(sandbox.razorpay.orders.all({ receipt: 'r1' })).resolves.toMatchObject({ count: 1 });
  });

  test('do not affect the browser’s checkout or the other service', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind: 'http_500' });
    await sandbox.http.get('/v1/checkout.js').expect(200);
    expect(await zohoAuthorization(sandbox)).toMatch(/ 1000\./);
    await orderOf(sandbox).expect(500);
    await orderOf(sandbox).expect(500);
  });
});

describe('faults of Zoho', () => {
  async function startWithToken() {
    const sandbox = await startSandbox();
    return { sandbox, authorization: await zohoAuthorization(sandbox) };
  }

  test.each([
    ['http_500', 500, { code: 'INTERNAL_ERROR', status: 'error' }],
    ['rate_limit', 429, { code: 'TOO_MANY_REQUESTS', status: 'error' }],
    ['invalid_token', 401, { code: 'INVALID_TOKEN', status: 'error' }],
    ['invalid_data', 202, { data: [{ code: 'INVALID_DATA', details: { api_name: 'Last_Name' } }] }],
    ['html_502', 502, {}],
  ])('%s applies to the CRM', async (kind, status, expected) => {
    const { sandbox, authorization } = await startWithToken();
    await ask(sandbox, { service: 'zoho', kind, times: 1 });
    const answer = await insertLead(sandbox, authorization);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(expected);
    expect((await sandbox.http.get('/_sandbox/leads')).body.data).toEqual([]);
  });

  test('invalid_token revokes the token, so that only a new token works', async () => {
    const { sandbox, authorization } = await startWithToken();
    await ask(sandbox, { service: 'zoho', kind: 'invalid_token', times: 1 });
    expect((await insertLead(sandbox, authorization)).status).toBe(401);
    expect((await insertLead(sandbox, authorization)).status).toBe(401);
    expect((await insertLead(sandbox, await zohoAuthorization(sandbox))).status).toBe(201);
  });

  test('lost_answer stores the lead, and a retry gets an error about the unique field', async () => {
    const { sandbox, authorization } = await startWithToken();
    await ask(sandbox, { service: 'zoho', kind: 'lost_answer', times: 1 });
    await expect(insertLead(sandbox, authorization)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const { body } = await insertLead(sandbox, authorization);
    expect(body.data).toMatchObject([{ code: 'DUPLICATE_DATA', details: { api_name: 'Website_Lead_ID' } }]);
    expect((await sandbox.http.get('/_sandbox/leads')).body.data).toHaveLength(1);
  });

  test('rate_limit answers 200 without a token on the accounts server', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'zoho', kind: 'rate_limit', times: 1 });
    expect(await zohoAuthorization(sandbox)).toBe('Zoho-oauthtoken undefined');
    expect(await zohoAuthorization(sandbox)).toMatch(/ 1000\./);
  });
});

describe('active faults', () => {
  test('are applied with their probability', async () => {
    const sandbox = await startSandbox();
    await ask(sandbox, { service: 'razorpay', kind: 'http_500', probability: 0.5 });
    const statuses = new Set<number>();
    for (let call = 0; call < 60 && statuses.size < 2; call += 1) {
      const { status } = await sandbox.http
        .get('/v1/orders')
        .auth('rzp_test_LocalSandbox', 'sandbox_key_secret');
      statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 500]));
  });

  test('are listed, count down and can be cleared', async () => {
    const sandbox = await startSandbox();
    const list = async () => (await sandbox.http.get('/_sandbox/faults').expect(200)).body.data;
    await ask(sandbox, { service: 'razorpay', kind: 'http_500', times: 2 });
    await orderOf(sandbox).expect(500);
    expect(await list()).toMatchObject([{ kind: 'http_500', times: 1, probability: 1 }]);
    await orderOf(sandbox).expect(500);
    expect(await list()).toEqual([]);
    await ask(sandbox, { service: 'razorpay', kind: 'http_500' });
    await sandbox.http.delete('/_sandbox/faults').expect(200);
    await orderOf(sandbox).expect(200);
  });
});
