import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../../../testing/console/console-stack.ts';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { suppress } from '../../mail/outbox/suppressions.ts';
import { transact } from '../../platform/database/transact.ts';
import { deadJobsQueue } from '../../platform/jobs/queues.ts';
import { listAudit } from '../audit/audit-log.ts';

const { stack, database, call, runAction, operate, operator } = await useConsole();
const { cookie } = await operator('admin');
const get = async (path: string) => (await call('GET', path, { cookie })).json.data;
const actions = async (subject: string) =>
  (await listAudit(database, { subject, limit: 20 })).map(({ action }) => action);

describe('console: coupons, emails, catalogue, work and other pages', () => {
  it('coupons are created once, shown with their uses, and ended', async () => {
    const body = { code: 'diwali-10', percent: 10, to: '2099-12-31', uses: 50 };
    const key = randomUUID();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await runAction('/actions/coupons.add', cookie, body, key)).json.data.done).toContain(
        'DIWALI-10',
      );
    expect(await runAction('/actions/coupons.add', cookie, body)).toMatchObject({ status: 409 });
    expect(
      await runAction('/actions/coupons.add', cookie, { code: 'ABC', percent: 10, rupees: 5 }),
    ).toMatchObject({
      status: 400,
    });
    expect(await get('/coupons')).toMatchObject([
      { code: 'DIWALI-10', percent: 10, state: 'live', uses: 50, redeemed: 0, discount_paise: 0 },
    ]);
    expect((await runAction('/actions/coupons.end', cookie, { code: 'DIWALI-10' })).status).toBe(200);
    expect((await runAction('/actions/coupons.end', cookie, { code: 'DIWALI-10' })).status).toBe(409);
    expect(await get('/coupons')).toEqual([]);
    expect(await get('/coupons?all=yes')).toMatchObject([{ state: 'ended' }]);
    expect(await actions('DIWALI-10')).toEqual(['coupons.end', 'coupons.add']);
  });

  it('a coupon with a large discount requires a step-up', async () => {
    await database.updateTable('operator_sessions').set({ stepped_up_at: null }).execute();
    const add = async (input: object) => (await runAction('/actions/coupons.add', cookie, input)).status;
    expect(await add({ code: 'LARGE-1', percent: 31 })).toBe(403);
    expect(await add({ code: 'LARGE-2', rupees: 5_000.01 })).toBe(403);
    expect(await add({ code: 'SMALL-1', percent: 30 })).toBe(200);
    expect(await add({ code: 'SMALL-2', rupees: 5_000 })).toBe(200);
    await database.updateTable('operator_sessions').set({ stepped_up_at: new Date() }).execute();
    expect(await add({ code: 'LARGE-1', percent: 31 })).toBe(200);
  });

  it('emails are listed masked, shown complete with an audit entry, and resent', async () => {
    const facts = { formTitle: 'Talk to us', courseName: null, receivedAt: '2026-11-22T10:30:00Z' };
    const mail = { kind: 'enquiry_copy', cause: 'test:1', recipient: 'asha@example.com', facts } as const;
    await transact(database, (transaction) => enqueueMails(transaction, [mail]));
    await database.updateTable('mails').set({ state: 'refused', reason: '550 5.1.1' }).execute();
    const { rows } = await get('/mails?state=refused');
    expect(rows).toMatchObject([{ recipient: 'a•••@example.com', reason: '550 5.1.1', can_resend: true }]);
    expect(await get('/mails?state=sent')).toMatchObject({ rows: [], count: 0 });
    await database.updateTable('mails').set({ kind: 'operator_alert', recipient: '' }).execute();
    expect((await get('/mails')).rows).toMatchObject([{ recipient: 'operators' }]);
    await database.updateTable('mails').set({ kind: mail.kind, recipient: '' }).execute();
    expect((await get('/mails')).rows).toMatchObject([{ recipient: 'erased' }]);
    await database.updateTable('mails').set({ recipient: mail.recipient }).execute();
    const { id } = rows[0];
    expect(await get(`/mails/${id}`)).toMatchObject({ recipient: 'asha@example.com' });
    const key = randomUUID();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await runAction('/actions/emails.resend', cookie, { id }, key)).json.data.done).toBe(
        'The email is queued to be sent again.',
      );
    expect((await runAction('/actions/emails.resend', cookie, { id })).status).toBe(409);
    expect(await actions(id)).toEqual(['emails.resend', 'mail.read']);
  });

  it('suppressed addresses are listed masked and removed', async () => {
    await transact(database, (transaction) =>
      suppress(transaction, 'gone@example.com', { source: 'smtp', reason: '550 5.1.1' }),
    );
    const [entry] = await get('/suppressions');
    expect(entry).toMatchObject({ address: 'g…@example.com', source: 'smtp' });
    const lift = () => runAction('/actions/emails.unsuppress', cookie, { address: entry.id });
    expect((await lift()).status).toBe(200);
    expect((await lift()).status).toBe(409);
    expect(await get('/suppressions')).toEqual([]);
    // The audit entry has the hash of the address, not the address.
    expect(await actions(entry.id)).toEqual(['emails.unsuppress']);
  });

  it('the catalogue shows the upstream’s responses and their faults, and is purged', async () => {
    const { calls, courses, servers, content_faults: faults } = await get('/catalogue');
    // The test upstream does not support this call.
    expect(calls.find(({ call: name }: { call: string }) => name === 'home')).toMatchObject({
      result: expect.stringMatching(/refused|away/),
    });
    expect(faults).toBeNull();
    expect({ courses, servers }).toEqual({
      courses: [{ category: 'SAFe', faults: [], name: 'Leading SAFe', slug: 'a' }],
      servers: 0,
    });
    expect((await call('GET', '/catalogue/schedule?slug=nothing', { cookie })).status).toBeGreaterThan(399);
    expect((await runAction('/actions/cache.purge', cookie, { target: 'courses' })).status).toBe(200);
    expect((await runAction('/actions/cache.purge', cookie, { target: 'nothing' })).status).toBe(400);
    expect(await actions('courses')).toEqual(['cache.purge']);
  });

  it('the catalogue lists the mistakes that the upstream reports', async () => {
    const fault = {
      file: 'courses/a.yaml',
      line: 12,
      field: 'fee',
      message: 'must be a number such as 12000, without ₹ or commas',
      effect: 'former_version',
      since: '2026-11-28T04:00:00.000Z',
    } as const;
    stack.upstream.contentFaults = [fault];
    expect((await get('/catalogue')).content_faults).toEqual([fault]);
    stack.upstream.contentFaults = [];
    expect((await get('/catalogue')).content_faults).toEqual([]);
    stack.upstream.reset();
  });

  it('work shows queues and runs the reconciler', async () => {
    const { queues, dead } = await get('/work');
    expect(queues.map(({ queue }: { queue: string }) => queue)).toContain('book-order');
    expect(dead).toEqual([]);
    const retry = (body: object) => runAction('/actions/jobs.retry', cookie, body);
    expect((await retry({ id: randomUUID() })).status).toBe(409);
    expect((await retry({ all: true, queue: 'no-such' })).status).toBe(400);
    for (const body of [{}, { queue: 'send-mail' }, { id: randomUUID(), all: true }])
      expect((await retry(body)).status).toBe(400);
    expect((await retry({ all: true, queue: 'send-mail' })).json.data.sent_back).toBe(0);
    expect((await runAction('/actions/jobs.cancel', cookie, { id: randomUUID() })).status).toBe(409);
    expect((await operate('orders.reconcile-all', cookie)).message).toMatch(/^Compared 0 orders/);
    expect(stack.upstream.bookingCalls).toBe(0);
  });

  it('work retries the dead jobs of one queue', async () => {
    const died = ['send-mail', 'deliver-lead', 'send-mail'];
    for (const queue of died)
      await sql`
        insert into pgboss.job (name, data, source_name, source_created_on)
        values (${deadJobsQueue}, '{"id":"x"}', ${queue}, now())`.execute(database);
    const body = { all: true, queue: 'send-mail' };
    const { done } = (await runAction('/actions/jobs.retry', cookie, body)).json.data;
    expect(done).toBe('2 jobs are back in their queues.');
    expect((await get('/work')).dead).toMatchObject([{ queue: 'deliver-lead' }]);
    expect(await actions('send-mail')).toEqual(['jobs.retry', 'jobs.retry']);
    expect((await runAction('/actions/jobs.retry', cookie, { all: true })).status).toBe(200);
    expect((await get('/work')).dead).toEqual([]);
  });

  it('the checks of the installation show a fault with its advice', async () => {
    expect(await get('/work/doctor')).toEqual([
      { name: 'database', state: 'ok', text: 'PostgreSQL 18' },
      { name: 'mail', state: 'fault', text: 'It takes no emails', advice: 'Look at SMTP_URL.' },
    ]);
  });

  it('a month is reconciled if the payment provider’s account can be read', async () => {
    const month = '2026-10';
    const { account } = stack.deps.provider;
    Object.assign(stack.deps.provider, { account: undefined });
    const failed = await call('GET', `/reconciliation?month=${month}`, { cookie });
    expect(failed.status).toBe(409);
    Object.assign(stack.deps.provider, { account });
    expect(await get(`/reconciliation?month=${month}`)).toMatchObject({
      month,
      rows: [],
      settlements: [],
      unreadable: [],
      troubles: 0,
      unexplained_paise: 0,
    });
    expect((await call('GET', '/reconciliation?month=2026-13', { cookie })).status).toBe(400);
    const file = await runAction('/reconciliation/export', cookie, { month });
    expect(file.json.data.csv).toMatch(/^Payments\r\ndate,payment_id/);
    expect(await actions('reconciliation')).toEqual(['reconciliation.export']);
  });

  it('a month is not shown while the payment provider does not respond', async () => {
    const month = '2026-09';
    const before = (await actions('reconciliation')).length;
    await stack.fault('http_500', 1_000);
    const [shown, file] = await Promise.all([
      call('GET', `/reconciliation?month=${month}`, { cookie }),
      runAction('/reconciliation/export', cookie, { month }),
    ]);
    for (const { status, json } of [shown, file]) {
      expect(status).toBe(502);
      expect(json.message).toMatch(/^The payment provider did not answer/);
      expect(json.data).toBeUndefined();
    }
    // A failed export has no audit entry, and the failure is not cached.
    expect(await actions('reconciliation')).toHaveLength(before);
    await stack.sandbox.delete('/_sandbox/faults').expect(200);
    expect(await get(`/reconciliation?month=${month}`)).toMatchObject({ month, troubles: 0 });
  });

  it('webhooks are listed with their outcome, newest first', async () => {
    const row = (event_id: string, outcome: 'taken' | 'set_aside' | undefined, second: number) => ({
      event_id,
      event: 'payment.captured',
      outcome,
      received_at: new Date(Date.UTC(2026, 10, 1, 0, 0, second)),
    });
    await database
      .insertInto('webhook_events')
      .values([row('evt_1', undefined, 1), row('evt_2', 'taken', 2), row('evt_3', 'set_aside', 2)])
      .execute();
    const ids = async (path: string) => (await get(path)).rows.map(({ id }: { id: string }) => id);
    expect(await ids('/webhooks')).toEqual(['evt_3', 'evt_2', 'evt_1']);
    expect(await ids('/webhooks?before=evt_2')).toEqual(['evt_1']);
    expect(await get('/webhooks?outcome=set_aside')).toMatchObject({
      count: 1,
      next: null,
      rows: [{ id: 'evt_3', outcome: 'set_aside', order_id: null }],
    });
    expect((await get('/webhooks')).rows[2].outcome).toBeNull();
  });

  it('complaints are recorded once, have deadlines, and are closed with an answer', async () => {
    const viewer = (await operator('viewer', 'looks@example.com')).cookie;
    const body = {
      channel: 'phone',
      matter: 'The class began an hour late.',
      name: 'Asha Rao',
      email: 'Asha@Example.com',
      received: '2026-01-31T10:00:00+05:30',
    };
    const key = randomUUID();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await runAction('/actions/complaints.add', cookie, body, key)).json.data.done).toMatch(
        /^Recorded as C-\d+:/,
      );
    expect(
      await runAction('/actions/complaints.add', cookie, { ...body, order: randomUUID() }),
    ).toMatchObject({
      status: 409,
      json: { errors: { order: ['Order not found'] } },
    });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await runAction('/actions/complaints.add', cookie, { ...body, received: later })).status).toBe(
      409,
    );
    const list = (await call('GET', '/complaints', { cookie: viewer })).json.data;
    expect(list).toMatchObject([
      {
        acknowledge_by: '2026-02-02T04:30:00.000Z',
        // One month after 31 January is 28 February.
        redress_by: '2026-02-28T04:30:00.000Z',
        acknowledged_at: null,
        outcome: null,
      },
    ]);
    expect(JSON.stringify(list)).not.toMatch(/asha|class/i);
    const [{ id, reference }] = list;
    const due = async () => (await get('/today/deadlines')).complaints;
    expect(await due()).toEqual([{ id, reference, acknowledged: false, due_at: '2026-02-02T04:30:00.000Z' }]);
    expect(await get(`/complaints/${id}`)).toMatchObject({ email: 'asha@example.com', matter: body.matter });
    expect((await runAction('/actions/complaints.acknowledge', cookie, { id })).status).toBe(200);
    expect((await runAction('/actions/complaints.acknowledge', cookie, { id })).status).toBe(409);
    expect(await due()).toMatchObject([{ acknowledged: true, due_at: '2026-02-28T04:30:00.000Z' }]);
    const close = (answer?: string) =>
      runAction('/actions/complaints.close', cookie, { id, outcome: 'redressed', answer });
    expect((await close()).status).toBe(400);
    expect((await close('The hour is made up for.')).status).toBe(200);
    expect((await close('The hour is made up for.')).status).toBe(409);
    expect(await due()).toEqual([]);
    expect(await get('/complaints?all=yes')).toMatchObject([{ id, outcome: 'redressed' }]);
    expect(await actions(id)).toEqual([
      'complaints.close',
      'complaints.acknowledge',
      'complaint.read',
      'complaints.add',
    ]);
  });

  it('requests for erasure wait for open complaints, or are refused', async () => {
    const request = async (email: string) => {
      const id = randomUUID();
      await database
        .insertInto('data_requests')
        .values({
          id,
          email,
          kind: 'erasure',
          token_hash: id,
          outcome: null,
          note: null,
          created_at: new Date(),
          expires_at: new Date(),
          confirmed_at: new Date(),
          due_at: new Date(Date.now() + 20 * 86_400_000),
        })
        .execute();
      return id;
    };
    const [first, second] = [await request('ravi@example.com'), await request('asha@example.com')];
    const received = { channel: 'mail', matter: 'No invoice.', email: 'ravi@example.com' };
    await runAction('/actions/complaints.add', cookie, received);
    const [{ id: complaint, reference }] = await get('/complaints');
    expect(await get('/data-requests')).toMatchObject([
      { id: first, email: 'r•••@example.com', days_left: 19, outcome: null },
      { id: second, email: 'a•••@example.com' },
    ]);
    const erase = (id: string) => runAction('/actions/data-requests.erase', cookie, { id });
    expect((await erase(first)).json.data.done).toContain(`Not settled yet: complaint ${reference}.`);
    const answer = { id: complaint, outcome: 'redressed', answer: 'Ravi has the invoice.' };
    await runAction('/actions/complaints.close', cookie, answer);
    expect((await erase(first)).json.data.done).toContain('The request is closed.');
    expect(await get(`/complaints/${complaint}`)).toMatchObject({
      email: '',
      matter: '',
      answer: null,
      outcome: 'redressed',
      erased_at: expect.any(String),
    });
    expect((await erase(first)).status).toBe(409);
    const refuse = (note: string) => runAction('/actions/data-requests.refuse', cookie, { id: second, note });
    expect((await refuse('')).status).toBe(400);
    expect((await refuse('a dispute')).status).toBe(200);
    expect(await get('/data-requests')).toEqual([]);
    expect(await get('/data-requests?all=yes')).toHaveLength(2);
    expect(await actions(second)).toEqual(['data-requests.refuse']);
  });

  it('an operator sees and ends only their own sessions, and an admin ends any session', async () => {
    const other = await operator('viewer');
    const [mine] = await get('/sessions');
    expect(mine).toMatchObject({ is_this: true });
    const theirs = (await call('GET', '/sessions', { cookie: other.cookie })).json.data;
    const operatorId = (await call('GET', '/session', { cookie })).json.data.operator.id;
    expect((await call('GET', `/sessions?operator=${operatorId}`, { cookie: other.cookie })).status).toBe(
      403,
    );
    expect((await runAction('/sessions/end', other.cookie, { id: mine.id })).status).toBe(404);
    expect((await runAction('/sessions/end', cookie, { id: theirs[0].id })).status).toBe(200);
    expect((await call('GET', '/session', { cookie: other.cookie })).status).toBe(401);
    expect((await get('/sessions')).length).toBe(1);
  });
});
