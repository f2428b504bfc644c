import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { maxBoardBatches } from '@meridian/contracts/operators/console/batches';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { withFacts } from '../../../../testing/mail/with-facts.ts';
import { decide } from '../../../enrolment/decisions/decide.ts';
import { createOrderComposer } from '../../../enrolment/messages/order-composer.ts';
import { addressKey } from '../../../platform/database/address-key.ts';
import { listAudit } from '../../audit/audit-log.ts';
import { readBoard } from './board.ts';

const { stack, database, call, runAction, operate, operator } = await useConsole();
const { cookie } = await operator('desk');
const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

beforeEach(async () => {
  for (const table of [
    'mails',
    'mail_suppressions',
    'batch_changes',
    'batch_joining',
    'batch_messages',
  ] as const)
    await database.deleteFrom(table).execute();
  await sql`delete from waitlist_entries`.execute(database);
  await stack.reset();
  stack.upstream.schedules.set(courseId, [
    someBatch({ start_date: day(10), end_date: day(11), seats_left: 5 }),
  ]);
});

async function book(attendees: object[] = [], more: object = {}): Promise<string> {
  const { order_id: orderId } = await stack.open({ attendees, ...more });
  await stack.http
    .post('/api/booking')
    .send(await stack.pay(orderId))
    .expect(200);
  return (await stack.order(orderId)).id;
}

/** Adds an entry to the waiting list. @returns its id */
async function wait(seats: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with lead as (
      insert into leads (id, endpoint, form, body_hash, email, values, page_url, forward_state, crm_state)
      values (${randomUUIDv7()}, 'form', 'waitlist', 'hash', 'w@example.in', '{"full_name": "Wanda Waits"}', '', 'not_needed',
        'delivered') returning id
    )
    insert into waitlist_entries (lead_id, course_id, batch_id, seats, state, joined_at, updated_at)
    select id, ${courseId}, ${batchId}, ${seats}, 'waiting', now(), now() from lead returning lead_id as id`.execute(
    database,
  );
  return rows[0]?.id ?? '';
}

const actions = async (subject: string) =>
  (await listAudit(database, { subject, limit: 10 })).map(({ action }) => action);

describe('console: batches', () => {
  it('are listed for a period with the seats sold, held and wanted by the waiting list', async () => {
    await book();
    await stack.open({ email: 'another@example.com' });
    await wait(3);
    const path = `/batches?from=${day(0)}&to=${day(40)}`;
    const { data } = (await call('GET', path, { cookie })).json;
    expect(data).toMatchObject({
      upstream: 'fixed',
      batches: [
        {
          id: batchId,
          start_date: day(10),
          sold: 2,
          held: 2,
          offered: 0,
          waiting: 3,
          free: 3,
          state: 'open',
        },
      ],
    });
    const later = await call('GET', `/batches?from=${day(20)}&to=${day(40)}`, { cookie });
    expect(later.json.data.batches).toEqual([]);
    expect((await call('GET', `/batches?from=${day(0)}&to=${day(400)}`, { cookie })).status).toBe(400);
  });

  it('are limited to 300 of a period, with the number of further ones', async () => {
    const batches = Array.from({ length: maxBoardBatches + 2 }, (_, at) => ({
      id: 10 ** 15 + at,
      version: 1,
      course_id: courseId,
      course_name: 'Leading SAFe',
      class_days: [day(20 - (at % 10))],
      start_time: '09:00',
      end_time: '17:00',
      mode: 'online' as const,
      city: null,
      venue_state: null,
      trainer: 'Kavya Raghunathan',
      fee: 24_999,
      discount_fee: 18_999,
      seats: 20,
      joining: null,
      on_sale: true,
      booked: 0,
      sold_elsewhere: 0,
    }));
    const list = async () => ({ revision: 1, batches, more: 3, courses: [], trainers: [] });
    const deps = { database, editor: { list, save: async () => undefined }, today: day(0) };
    const board = await readBoard(deps, { from: day(0), to: day(40) });
    expect(board).toMatchObject({ more: 5, batches: { length: maxBoardBatches } });
    const days = board.batches.map(({ start_date: start }) => start);
    expect(days).toEqual(days.toSorted());
    expect(days[0]).toBe(day(11));
  });

  it('can be filtered by course', async () => {
    await book();
    const path = `/batches?from=${day(0)}&to=${day(40)}`;
    const listed = async (course: number) =>
      (await call('GET', `${path}&course=${course}`, { cookie })).json.data.batches;
    expect(await listed(courseId)).toHaveLength(1);
    expect(await listed(courseId + 1)).toEqual([]);
  });

  it('show a row for each booked seat, and export the rows with escaped formulas after a step-up', async () => {
    const id = await book([{ name: '=Farah', email: 'farah@example.net' }]);
    const { data } = (await call('GET', `/batches/${batchId}`, { cookie })).json;
    expect(data.attendees).toEqual([
      { order_id: id, payer: 'Asha Nair', name: '=Farah', email: 'farah@example.net' },
      { order_id: id, payer: 'Asha Nair', name: null, email: null },
    ]);
    const file = (await call('POST', `/batches/${batchId}/attendees`, { cookie, body: {} })).json.data;
    expect(file.attendees).toBe(2);
    expect(file.csv.split('\r\n')[1]).toContain(",'=Farah,farah@example.net,Asha Nair");
    expect(await actions(String(batchId))).toEqual(['batch.export', 'batch.read']);
    expect((await call('GET', '/batches/987654', { cookie })).status).toBe(404);
  });

  it('offer an entry seats only if enough seats are free, and close an entry', async () => {
    const [many, few] = [await wait(9), await wait(2)];
    const offer = (id: string) => runAction('/actions/waitlist.offer', cookie, { id });
    stack.upstream.onSchedule = 'http_500';
    expect((await offer(few)).json.message).toContain('did not report');
    stack.upstream.onSchedule = 'fine';
    expect((await offer(many)).status).toBe(409);
    expect((await offer(few)).json.data.done).toContain('the email is enqueued');
    expect((await offer(few)).json.data.done).toBe('The seats are offered already.');
    const { data } = (await call('GET', `/batches/${batchId}`, { cookie })).json;
    expect(data).toMatchObject({ offered: 2, waiting: 9 });
    expect(data.waitlist).toMatchObject([
      { id: many, name: 'Wanda Waits', state: 'waiting', offer_ends_at: null },
      { id: few, state: 'offered', offer_ends_at: expect.any(String) },
    ]);
    const close = () => runAction('/actions/waitlist.close', cookie, { id: many, note: 'asked by phone' });
    expect((await close()).status).toBe(200);
    expect((await close()).status).toBe(409);
    expect([await actions(many), await actions(few)]).toEqual([
      ['waitlist.close'],
      ['waitlist.offer', 'waitlist.offer'],
    ]);
  });
});

describe('console: a message to all payers and attendees of a batch', () => {
  const guest = { name: 'Farah Khan', email: 'farah@example.net' };
  const message = { subject: 'Second  entrance', text: 'The main entrance is closed.\nUse the second.' };
  const sendPath = '/actions/batches.send-message';
  const written = { id: batchId, ...message };
  const preview = async () =>
    (await call('POST', `${sendPath}/preview`, { cookie, body: written })).json.data;
  const previewed = async () => ({ ...written, confirm: (await preview()).confirm });
  const mails = () =>
    database
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'batch_message')
      .orderBy('recipient')
      .execute();

  it('is previewed with its number of recipients, and is sent once for repeated clicks', async () => {
    await book([guest]);
    await database
      .insertInto('mail_suppressions')
      .values({
        address_key: addressKey(guest.email),
        shown: 'f***@example.net',
        source: 'bounce' as const,
        created_at: new Date(),
      })
      .execute();
    const shown = await preview();
    expect(shown).toMatchObject({
      addresses: 2,
      lines: [expect.stringContaining('2 addresses'), expect.stringContaining('1 address suppressed')],
      rendered: { subject: 'Second entrance', text: expect.stringContaining('Use the second.') },
    });
    expect(shown.rendered.text).toContain('Hello Asha,');
    expect(await mails()).toEqual([]);
    const key = randomUUID();
    const body = { ...written, confirm: shown.confirm };
    const answers = await Promise.all([1, 2].map(() => runAction(sendPath, cookie, body, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['asha@example.com', guest.email]);
    const { data } = (await call('GET', `/batches/${batchId}`, { cookie })).json;
    expect(data.messages).toMatchObject([
      { subject: 'Second entrance', sent_by: 'desk@example.com', addresses: 2, suppressed: 1 },
    ]);
    expect(await actions(String(batchId))).toContain('batches.send-message');
    expect((await runAction(sendPath, cookie, body)).json.message).toContain('already');
  });

  it('requires a new preview if the recipients have changed, and reaches people who booked since', async () => {
    await book();
    const body = await previewed();
    expect((await runAction(sendPath, cookie, body)).status).toBe(200);
    const { order_id: later } = await stack.open({ email: 'later@example.com' });
    await stack.http
      .post('/api/booking')
      .send(await stack.pay(later))
      .expect(200);
    expect((await runAction(sendPath, cookie, body)).json.message).toContain('2 addresses');
    expect((await runAction(sendPath, cookie, await previewed())).json.data.done).toContain(
      '1 of 2 addresses',
    );
    expect(await mails()).toHaveLength(2);
  });

  it('is not sent to people who cancelled, also after it was enqueued', async () => {
    const id = await book([guest]);
    expect((await runAction(sendPath, cookie, await previewed())).status).toBe(200);
    await decide(stack.deps, id, { kind: 'cancel', seats: 2 }, 'asked for');
    expect(await preview()).toMatchObject({ addresses: 0, rendered: null });
    const due = withFacts(await mails()).map((row) => ({
      id: row.id,
      kind: row.kind,
      orderId: row.order_id,
      leadId: null,
      recipient: row.recipient,
      facts: row.facts,
      createdAt: row.created_at,
      ageMs: 0,
    }));
    const composer = createOrderComposer({ publicUrl: stack.deps.publicUrl, issuesInvoices: false });
    const composed = await database.transaction().execute((trx) => composer.compose(trx, due));
    expect([...composed.values()]).toEqual([1, 2].map(() => ({ kind: 'drop', reason: 'outdated' })));
  });
});

describe('console: changes of the upstream, instructions and the waiting list', () => {
  it('open a case that links to the batch, where they are confirmed or dismissed', async () => {
    await book();
    const serve = (start: string) =>
      stack.upstream.schedules.set(courseId, [
        someBatch({ start_date: day(10), end_date: day(11), start_time: start }),
      ]);
    serve('10:00');
    expect((await operate('batches.compare', cookie)).message).toContain('1 new change');
    const today = (await call('GET', '/today', { cookie })).json.data;
    expect(today.cases).toMatchObject([{ kind: 'batch_changed', page: `/batches/${batchId}` }]);
    const openChange = async () =>
      (await call('GET', `/batches/${batchId}`, { cookie })).json.data.changes[0];
    const { id, ...change } = await openChange();
    expect(change).toMatchObject({ kind: 'changed', state: 'open', now: expect.stringContaining('10:00') });
    const confirm = () => runAction('/actions/batches.confirm-change', cookie, { id });
    expect((await confirm()).json.data.done).toContain('1 order');
    expect((await confirm()).status).toBe(409);
    serve('11:00');
    await operate('batches.compare', cookie);
    const second = await openChange();
    const body = { id: second.id, note: 'a typing error' };
    expect((await runAction('/actions/batches.dismiss-change', cookie, body)).status).toBe(200);
    expect(await openChange()).toMatchObject({ state: 'dismissed', note: 'a typing error' });
    expect(await actions(id)).toEqual(['batches.confirm-change']);
  });

  it('joining instructions are set and cleared', async () => {
    await book();
    const set = (text: string) => runAction('/actions/batches.set-joining', cookie, { id: batchId, text });
    expect((await set('Hall 3')).json.data.done).toContain('1 order');
    const joining = async () => (await call('GET', `/batches/${batchId}`, { cookie })).json.data.joining;
    expect(await joining()).toEqual({ text: 'Hall 3', from: 'operator' });
    expect((await set('Hall 3')).json.data.done).toContain('no email is sent');
    expect((await set('')).status).toBe(200);
    expect(await joining()).toBeNull();
    expect((await set('x'.repeat(4_001))).json.message).toContain('4000');
  });

  it('a text that is emailed to more than ten people requires a step-up', async () => {
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      const people = Array.from({ length: 3 }, (_, at) => ({ name: 'Ravi', email: `${at}.${email}` }));
      await book(people, { email, number_of_course: 3 });
    }
    const { cookie: notSteppedUp } = await operator('desk', 'second@example.com');
    await database.updateTable('operator_sessions').set({ stepped_up_at: null }).execute();
    const needed = { status: 403, json: { errors: { step_up: ['needed'] } } };
    const joining = { id: batchId, text: 'Hall 4' };
    expect(await runAction('/actions/batches.set-joining', notSteppedUp, joining)).toMatchObject(needed);
    const message = { id: batchId, subject: 'Hall', text: 'It is hall 4.' };
    const path = '/actions/batches.send-message';
    const { confirm } = (await call('POST', `${path}/preview`, { cookie: notSteppedUp, body: message })).json
      .data;
    expect(await runAction(path, notSteppedUp, { ...message, confirm })).toMatchObject(needed);
    expect(await database.selectFrom('batch_messages').selectAll().execute()).toEqual([]);
  });

  it('all entries of the waiting list are listed, and an entry that fits the free seats gets an offer', async () => {
    const [many, few] = [await wait(9), await wait(2)];
    const { data } = (await call('GET', '/waitlist', { cookie })).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([many, few]);
    expect((await operate('waitlist.offer-all', cookie)).message).toBe(
      '1 offer was made. Its email is being sent.',
    );
    expect((await call('GET', '/waitlist', { cookie })).json.data[1]).toMatchObject({
      id: few,
      state: 'offered',
    });
  });
});
