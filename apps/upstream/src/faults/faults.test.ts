import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestUpstream } from '../test-upstream.ts';

const { app } = await useTestUpstream({ faults: true });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const base = `http://127.0.0.1:${port}`;

const setFault = (fault: object) => request(base).post('/_upstream/faults').send(fault);
const header = (timeoutMs = 5_000) =>
  fetch(`${base}/header`, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) });
const contact = {
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  phone_number: '98',
  message: 'Hello',
};
const sendContact = (key: string) =>
  fetch(`${base}/contact_us`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(contact),
  });
const submissions = async () => (await request(base).get('/_upstream/submissions?form=contact_us')).body.data;

beforeEach(async () => {
  await setFault({ kind: 'none' });
});

describe('a fault', () => {
  it('http_500 is injected the given number of times', async () => {
    await setFault({ kind: 'http_500', times: 2 });
    const statuses = [(await header()).status, (await header()).status, (await header()).status];
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('html_502 responds with an HTML page', async () => {
    await setFault({ kind: 'html_502' });
    const response = await header();
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('timeout never responds', async () => {
    await setFault({ kind: 'timeout', times: 1 });
    await expect(header(300)).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    expect((await header()).status).toBe(200);
  });

  it('slow responds after two seconds', async () => {
    await setFault({ kind: 'slow', times: 1 });
    const startedMs = performance.now();
    expect((await header()).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThan(1_900);
  });

  it('reset drops the connection before the work', async () => {
    await setFault({ kind: 'reset', times: 1 });
    await expect(sendContact('reset')).rejects.toThrow('fetch failed');
    expect(await submissions()).toEqual([]);
  });

  it('lost_answer drops the connection after the work, and a retry with the same key gets the answer', async () => {
    await setFault({ kind: 'lost_answer', times: 1 });
    await expect(sendContact('lost')).rejects.toThrow('fetch failed');
    expect(await submissions()).toMatchObject([{ body: contact, idempotency_key: 'lost' }]);
    expect(await (await sendContact('lost')).json()).toMatchObject({ status: 1 });
    expect(await submissions()).toHaveLength(1);
  });

  it('refuse, malformed and wrong_shape send unusable answers', async () => {
    await setFault({ kind: 'refuse', times: 1 });
    expect(await (await header()).json()).toMatchObject({ status: 0, message: expect.any(String) });
    await setFault({ kind: 'malformed', times: 1 });
    await expect((await header()).json()).rejects.toThrow(SyntaxError);
    await setFault({ kind: 'wrong_shape', times: 2 });
    expect(await (await header()).json()).toEqual({ status: 1, message: 'OK', data: expect.any(String) });
    expect(await (await sendContact('shape')).json()).not.toHaveProperty('status');
  });

  it('are injected only into the given calls, and into media only if they are named', async () => {
    await setFault({ kind: 'http_500', calls: ['blog'] });
    expect((await header()).status).toBe(200);
    expect((await request(base).post('/blog')).status).toBe(500);
    await setFault({ kind: 'http_500' });
    expect((await request(base).get('/media/courses/one.svg')).status).toBe(200);
    expect((await request(base).get('/healthz')).status).toBe(200);
    await setFault({ kind: 'http_500', calls: ['media'], times: 1 });
    expect((await request(base).get('/media/courses/one.svg')).status).toBe(500);
  });

  it('are injected with the given probability', async () => {
    await setFault({ kind: 'http_500', probability: 0.5 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => header()));
    const struck = answers.filter(({ status }) => status === 500).length;
    expect(struck).toBeGreaterThan(5);
    expect(struck).toBeLessThan(55);
  });

  it.each([{}, { kind: 'storm' }, { kind: 'slow', times: 0 }, { kind: 'slow', calls: ['none'] }])(
    'refuses the request %o',
    async (fault) => {
      expect((await setFault(fault)).status).toBe(400);
      expect((await request(base).get('/_upstream/faults')).body.data).toEqual([]);
    },
  );
});

it('the recorded bookings have the field names of the specification', async () => {
  const schedule = await request(base).post('/course_schedule').send({ id: 101 });
  const { message: _message, ...person } = contact;
  const booking = {
    ...person,
    course_id: 101,
    course_schedule_id: schedule.body.data.course_schedule[0].id,
    fee: 15_000.5,
    number_of_course: 1,
    gst_total: 2_700.09,
    sub_total: 15_000.5,
    total_fee: 17_700.59,
    transaction_id: 'pay_1',
  };
  await request(base).post('/booking').set('Idempotency-Key', 'order-1').send(booking);
  const { body } = await request(base).get('/_upstream/bookings');
  expect(body.data).toMatchObject([{ ...booking, idempotency_key: 'order-1' }]);
});
