import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { transact } from '../database/transact.ts';
import { noteMails } from '../mail/note-mail.ts';
import { suppress } from '../mail/suppressions.ts';
import { listAudit } from './audit/audit-log.ts';
import { useConsole } from './testing/console-stack.ts';

const { stack, database, call, deed, operator } = await useConsole();
const { cookie } = await operator('admin');
const get = async (path: string) => (await call('GET', path, { cookie })).json.data;
const actions = async (subject: string) =>
  (await listAudit(database, { subject, limit: 20 })).map(({ action }) => action);

describe('21 console: coupons, mails, catalogue, work, sessions', () => {
  it('21 coupons are made once, shown with their use, and ended', async () => {
    const body = { code: 'diwali-10', percent: 10, to: '2099-12-31', uses: 50 };
    const key = randomUUID();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await deed('/coupons', cookie, body, key)).json.data.done).toContain('DIWALI-10');
    expect(await deed('/coupons', cookie, body)).toMatchObject({ status: 409 });
    expect(await deed('/coupons', cookie, { code: 'ABC', percent: 10, rupees: 5 })).toMatchObject({
      status: 400,
    });
    expect(await get('/coupons')).toMatchObject([
      { code: 'DIWALI-10', percent: 10, state: 'live', uses: 50, redeemed: 0, discount_paise: 0 },
    ]);
    expect((await deed('/coupons/end', cookie, { code: 'DIWALI-10' })).status).toBe(200);
    expect((await deed('/coupons/end', cookie, { code: 'DIWALI-10' })).status).toBe(409);
    expect(await get('/coupons')).toEqual([]);
    expect(await get('/coupons?all=yes')).toMatchObject([{ state: 'ended' }]);
    expect(await actions('DIWALI-10')).toEqual(['coupon.end', 'coupon.add']);
  });

  it('21 mails are listed masked, shown whole with an entry in the audit log, and sent again', async () => {
    const mail = { kind: 'enquiry_copy', cause: 'test:1', recipient: 'asha@example.com' } as const;
    await transact(database, (transaction) => noteMails(transaction, [mail]));
    await database.updateTable('mails').set({ state: 'refused', reason: '550 5.1.1' }).execute();
    const { rows } = await get('/mails?state=refused');
    expect(rows).toMatchObject([{ recipient: 'a•••@example.com', reason: '550 5.1.1', can_resend: true }]);
    expect(await get('/mails?state=sent')).toMatchObject({ rows: [], count: 0 });
    const { id } = rows[0];
    expect(await get(`/mails/${id}`)).toMatchObject({ recipient: 'asha@example.com' });
    const key = randomUUID();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await deed(`/mails/${id}/resend`, cookie, {}, key)).json.data.done).toBe(
        'The mail is sent again.',
      );
    expect((await deed(`/mails/${id}/resend`, cookie, {})).status).toBe(409);
    expect(await actions(id)).toEqual(['mail.resend', 'mail.read']);
  });

  it('21 suppressed addresses are listed masked and lifted', async () => {
    await transact(database, (transaction) =>
      suppress(transaction, 'gone@example.com', { source: 'smtp', reason: '550 5.1.1' }),
    );
    const [entry] = await get('/suppressions');
    expect(entry).toMatchObject({ address: 'g…@example.com', source: 'smtp' });
    expect((await deed('/suppressions/lift', cookie, { id: entry.id })).status).toBe(200);
    expect((await deed('/suppressions/lift', cookie, { id: entry.id })).status).toBe(409);
    expect(await get('/suppressions')).toEqual([]);
  });

  it('21 the catalogue shows what the upstream answers and what is wrong with it, and is purged', async () => {
    const { calls, courses, servers } = await get('/catalogue');
    // The double knows no such call.
    expect(calls.find(({ call: name }: { call: string }) => name === 'home')).toMatchObject({
      result: expect.stringMatching(/refused|away/),
    });
    expect({ courses, servers }).toEqual({
      courses: [{ category: 'SAFe', faults: [], name: 'Leading SAFe', slug: 'a' }],
      servers: 0,
    });
    expect((await call('GET', '/catalogue/schedule?slug=nothing', { cookie })).status).toBeGreaterThan(399);
    expect((await deed('/catalogue/purge', cookie, { target: 'courses' })).status).toBe(200);
    expect((await deed('/catalogue/purge', cookie, { target: 'nothing' })).status).toBe(400);
    expect(await actions('courses')).toEqual(['cache.purge']);
  });

  it('21 work shows queues and runs the reconciler', async () => {
    const { queues, dead } = await get('/work');
    expect(queues.map(({ queue }: { queue: string }) => queue)).toContain('book-order');
    expect(dead).toEqual([]);
    expect((await deed('/work/retry', cookie, {})).status).toBe(409);
    expect((await deed('/work/cancel', cookie, { id: randomUUID() })).status).toBe(409);
    expect((await deed('/work/reconcile', cookie, {})).json.data.done).toMatch(/^Compared 0 orders/);
    expect(stack.upstream.bookingCalls).toBe(0);
  });

  it('21 an operator sees their sessions and ends one of them; another one does not', async () => {
    const other = await operator('viewer');
    const [mine] = await get('/sessions');
    expect(mine).toMatchObject({ is_this: true });
    const theirs = (await call('GET', '/sessions', { cookie: other.cookie })).json.data;
    const operatorId = (await call('GET', '/session', { cookie })).json.data.operator.id;
    expect((await call('GET', `/sessions?operator=${operatorId}`, { cookie: other.cookie })).status).toBe(
      403,
    );
    expect((await deed('/sessions/end', other.cookie, { id: mine.id })).status).toBe(404);
    expect((await deed('/sessions/end', cookie, { id: theirs[0].id })).status).toBe(200);
    expect((await call('GET', '/session', { cookie: other.cookie })).status).toBe(401);
    expect((await get('/sessions')).length).toBe(1);
  });
});
