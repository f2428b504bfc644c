import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { openFoundCase } from '../../../enrolment/orders/case-store.ts';

const { app, call, operator, database } = await useConsole();
const [first, second, viewer] = [
  await operator('desk', 'first@example.com'),
  await operator('admin', 'second@example.com'),
  await operator('viewer'),
];
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** An open stream: what it got, and whether it ended. */
async function listen(cookie: string) {
  const got = { text: '', over: false, type: '' };
  const sent = request({
    ...{ port, path: '/console/api/live' },
    headers: { host: 'localhost:3001', 'sec-fetch-site': 'same-origin', cookie },
  });
  sent.on('response', (response) => {
    got.type = String(response.headers['content-type']);
    response.setEncoding('utf8').on('data', (chunk: string) => {
      got.text += chunk;
    });
    response.on('close', () => {
      got.over = true;
    });
  });
  sent.on('error', () => undefined);
  sent.end();
  closing.push(() => sent.destroy());
  await waitFor(() => expect(got.text).toContain('"kind":"all"'));
  return got;
}

const subject = { kind: 'order', id: '01890000-0000-7000-8000-000000000000' };
const press = (deed: string, cookie: string, body: object = subject) =>
  call('POST', `/presence/${deed}`, { cookie, body });

describe('21 live updates', () => {
  it('21 tell of deeds, cases and open pages, and of no lead that comes in', async () => {
    const stream = await listen(first.cookie);
    expect(stream.type).toBe('text/event-stream');
    await press('open', second.cookie);
    await waitFor(() => expect(stream.text).toContain(`{"kind":"presence","id":"${subject.id}"}`));
    await press('take', second.cookie);
    await waitFor(() => expect(stream.text).toContain(`{"kind":"order","id":"${subject.id}"}`));
    await openFoundCase(database, {
      ...{ kind: 'order_missing', subject: 'pay_1', orderId: null, reason: 'after a restore' },
    });
    await waitFor(() => expect(stream.text).toContain('"kind":"case"'));
    expect(stream.text).not.toContain('session');
  });

  it('21 what one operator took, another cannot take until it is given back', async () => {
    const refused = await press('take', first.cookie);
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain('has taken it');
    const { data } = (await call('GET', '/presence', { cookie: first.cookie })).json;
    expect(data).toMatchObject([{ ...subject, operator_email: second.email, is_open: true }]);
    expect((await press('release', first.cookie)).status).toBe(409);
    expect((await press('release', second.cookie)).status).toBe(200);
    expect((await press('take', first.cookie)).status).toBe(200);
    // An admin frees it.
    expect((await press('release', second.cookie)).status).toBe(200);
    expect((await press('take', viewer.cookie)).status).toBe(403);
    expect((await press('take', first.cookie, { kind: 'operator', id: '1' })).status).toBe(400);
  });

  it('21 of two who press at once one takes it', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    const answers = await Promise.all(
      [first, second].map(({ cookie }) => press('take', cookie, { kind: 'lead', id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('21 a closed page is not open any more', async () => {
    const other = { kind: 'case', id: '77' };
    await press('open', first.cookie, other);
    await press('close', first.cookie, other);
    const { data } = (await call('GET', '/presence', { cookie: first.cookie })).json;
    expect(data.filter(({ id }: { id: string }) => id === other.id)).toEqual([]);
  });

  it('21 end the oldest stream of an operator with too many', async () => {
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let opened = 0; opened < 7; opened += 1) streams.push(await listen(viewer.cookie));
    await waitFor(() => expect(streams.map(({ over }) => over)).toEqual([true, ...Array(6).fill(false)]));
  });

  it('21 end with the session', async () => {
    const stream = await listen(second.cookie);
    await call('POST', '/session/end', { cookie: second.cookie });
    await waitFor(() => expect(stream.over).toBe(true));
  });
});
