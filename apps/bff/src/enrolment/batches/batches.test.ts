import { instance } from '@meridian/contracts/site/instance';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { withFacts } from '../../../testing/mail/with-facts.ts';
import { templatesOf } from '../../mail/outbox/render-mail.ts';
import { transact } from '../../platform/database/transact.ts';
import { decide } from '../decisions/decide.ts';
import { enqueueCaseAlerts } from '../messages/enqueue-case-alerts.ts';
import { createOrderComposer } from '../messages/order-composer.ts';
import { openCases } from '../orders/cases/case-store.ts';
import { compareBatches } from './compare-batches.ts';
import * as decisions from './decide-change.ts';
import * as instructions from './joining.ts';
import { listSoldBatches } from './sold-batches.ts';

const stack = await useCheckoutStack();
const { http, database, upstream, deps } = stack;
const guest = { name: 'Ravi Rao', email: 'ravi@example.com' };
const payer = 'asha@example.com';
const sessions = ['2099-12-05', '2099-12-12'].map((date) => ({
  date,
  start_time: '09:00',
  end_time: '13:00',
}));

beforeEach(async () => {
  await stack.reset();
  for (const table of ['mails', 'batch_changes', 'batch_joining'] as const)
    await database.deleteFrom(table).execute();
});

const serve = (overrides: Record<string, unknown> = {}) =>
  upstream.schedules.set(courseId, [someBatch(overrides), someBatch({ id: 101417991219 })]);

async function book(overrides: Record<string, unknown> = {}) {
  const { order_id: providerId, receipt_path: path } = await stack.open({ attendees: [guest], ...overrides });
  await http
    .post('/api/booking')
    .send(await stack.pay(providerId))
    .expect(200);
  return { order: () => stack.order(providerId), path };
}

const confirmChange = (id: string) =>
  transact(database, (transaction) => decisions.confirmChange(transaction, deps, id));
const notifyJoining = () => instructions.notifyJoining(deps);
async function setJoining(id: number, text: string) {
  const set = await transact(database, (transaction) => instructions.setJoining(transaction, id, text));
  await notifyJoining();
  return set;
}

const compare = () => compareBatches(deps);
const cases = async () => (await openCases(database)).map(({ kind }) => kind);
const rows = async () =>
  withFacts(
    await database.selectFrom('mails').selectAll().orderBy('created_at').orderBy('recipient').execute(),
  );
const mailsOf = async (kind: string) => (await rows()).filter((row) => row.kind === kind);
const changes = () => database.selectFrom('batch_changes').selectAll().orderBy('id').execute();

async function openFinding(): Promise<string> {
  const [open] = (await changes()).filter(({ state }) => state === 'open');
  if (!open) throw new Error('no open finding');
  return open.id;
}

/** @returns the mails of a kind, composed now */
async function composed(kind: string) {
  const due = (await mailsOf(kind)).map((row) => ({
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    leadId: row.lead_id,
    recipient: row.recipient,
    facts: row.facts,
    createdAt: row.created_at,
    ageMs: 90_000,
  }));
  const options = { publicUrl: deps.publicUrl, issuesInvoices: false };
  const composer = createOrderComposer(options);
  if (!composer.kinds.some((one) => one === kind))
    return due.map(({ facts }) => ({ kind: 'ready' as const, data: facts }));
  const result = await database.transaction().execute((trx) => composer.compose(trx, due));
  return due.map(({ id }) => result.get(id));
}

const eventOf = (text: string) => ({
  uid: /^UID:(.*)\r$/m.exec(text)?.[1],
  sequence: Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]),
});

/**
 * @returns the payer's calendar event in their mail of a kind, and in the file that their receipt offers now
 */
async function eventsOf(kind: string, path: string) {
  const row = (await mailsOf(kind)).find(({ recipient }) => recipient === payer);
  const [mail] = await composed(kind);
  if (!row || mail?.kind !== 'ready') throw new Error('no mail to the payer');
  const render = templatesOf({
    sender: { brand: instance().name, siteUrl: deps.publicUrl },
    from: 'desk@academy.example',
  });
  const { calendar } = render({
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    recipient: row.recipient,
    data: mail.data,
    facts: row.facts,
    createdAt: row.created_at,
  });
  const file = await http.get(`/api${path.replace('/receipt/', '/receipts/')}.ics`).expect(200);
  return { mailed: eventOf(calendar?.content ?? ''), downloaded: eventOf(file.text) };
}

describe('the snapshot of a sold batch', () => {
  it('has days, city and joining instructions; the receipt does not show the instructions', async () => {
    serve({ sessions: [...sessions, { date: 'soon' }], city: 'Pune', joining: 'Room 5, second floor' });
    const { order, path } = await book();
    expect((await order()).batch).toMatchObject({ sessions, city: 'Pune', joining: 'Room 5, second floor' });
    for (const kind of ['booking_confirmed', 'attendee_confirmed'])
      expect(await composed(kind)).toMatchObject([
        { data: { joining: 'Room 5, second floor', batch: { sessions, city: 'Pune' } } },
      ]);
    const receipt = await http.get(`/api${path.replace('/receipt/', '/receipts/')}`).expect(200);
    expect(receipt.body.data.batch).toMatchObject({ city: 'Pune' });
    expect(receipt.text).not.toContain('second floor');
  });

  it('gives the receipt’s calendar file its days of class', async () => {
    serve({ sessions });
    const { path } = await book();
    const { text } = await http.get(`/api${path.replace('/receipt/', '/receipts/')}.ics`).expect(200);
    expect(text).toContain('RRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20991212T182959Z');
    expect(text).toContain('DTSTART;TZID=Asia/Kolkata:20991205T090000');
  });
});

describe('the nightly comparison', () => {
  it('opens one case for changed days, and mails nobody', async () => {
    const { order } = await book();
    await database.deleteFrom('mails').execute();
    expect(await compare()).toEqual({ compared: 1, unread: 0, opened: 0, over: 0 });
    serve({ start_date: '2099-12-19', end_date: '2099-12-20' });
    expect(await compare()).toMatchObject({ opened: 1 });
    expect(await compare()).toMatchObject({ opened: 0, over: 0 });
    const reason = expect.stringMatching(/other days: .*5 Dec.*19 Dec/);
    const open = await openCases(database);
    expect(open).toEqual([expect.objectContaining({ kind: 'batch_changed', orderId: null, reason })]);
    expect(await rows()).toEqual([]);
    expect((await order()).batch.start_date).toBe('2099-12-05');
  });

  it('opens a case for a batch that the schedule no longer lists', async () => {
    const { order } = await book();
    upstream.schedules.set(courseId, [someBatch({ id: 101417991219 })]);
    expect(await compare()).toMatchObject({ opened: 1 });
    expect(await cases()).toEqual(['batch_vanished']);
    await enqueueCaseAlerts(database, deps.publicUrl, 'https://console.academy.example');
    const { joining: _joining, ...batch } = (await order()).batch;
    expect((await mailsOf('operator_alert')).map(({ facts }) => facts)).toMatchObject([
      { batch, bookingNumber: '', consoleUrl: `https://console.academy.example/batches/${batchId}` },
    ]);
  });

  it('treats a course as gone only if the menu lists other courses and not this one', async () => {
    await book();
    upstream.onSchedule = 'unknown';
    expect(await compare()).toMatchObject({ compared: 0, unread: 1, opened: 0 });
    upstream.menu = [];
    expect(await compare()).toMatchObject({ unread: 1, opened: 0 });
    upstream.menu = ['Another course'];
    expect(await compare()).toMatchObject({ opened: 1 });
    expect(await cases()).toEqual(['batch_vanished']);
  });

  it('does not treat a missing, partial or invalid answer as a vanished batch', async () => {
    await book();
    for (const fault of ['http_500', 'malformed', 'cut_short'] as const) {
      upstream.onSchedule = fault;
      expect(await compare()).toEqual({ compared: 0, unread: 1, opened: 0, over: 0 });
    }
    await upstream.goDown();
    expect(await compare()).toMatchObject({ unread: 1, opened: 0 });
    await upstream.comeUp();
    expect(await cases()).toEqual([]);
  });

  it('does not compare batches that have begun, or that have no seats sold', async () => {
    const { order } = await book();
    await decide(deps, (await order()).id, { kind: 'cancel', seats: 2 }, 'asked for');
    upstream.schedules.set(courseId, []);
    expect(await compare()).toMatchObject({ compared: 0, unread: 0 });
    serve();
    await book();
    upstream.schedules.set(courseId, []);
    expect(await compareBatches({ ...deps, now: () => new Date('2099-12-05T00:00:00+05:30') })).toMatchObject(
      {
        compared: 0,
        unread: 0,
        opened: 0,
      },
    );
  });

  it('closes the case of a batch that has its sold terms again, and opens a new one for each further change', async () => {
    await book();
    serve({ start_time: '10:00' });
    await compare();
    serve({ start_time: '11:00' });
    expect(await compare()).toMatchObject({ opened: 1, over: 1 });
    serve();
    expect(await compare()).toMatchObject({ opened: 0, over: 1 });
    expect(await cases()).toEqual([]);
    serve({ start_time: '10:00' });
    expect(await compare()).toMatchObject({ opened: 1 });
    expect(await cases()).toEqual(['batch_changed']);
  });
});

describe('the decision of an operator', () => {
  it('gives orders the new days, and mails all their people once, with a higher calendar sequence', async () => {
    const { order } = await book();
    const [confirmation] = await mailsOf('booking_confirmed');
    serve({ start_date: '2099-12-19', end_date: '2099-12-20', joining: 'Hall 3' });
    await compare();
    const id = await openFinding();
    const answers = await Promise.allSettled([confirmChange(id), confirmChange(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await order()).batch).toMatchObject({ start_date: '2099-12-19', joining: 'Hall 3' });
    const moved = await mailsOf('booking_moved');
    expect(moved.map(({ recipient }) => recipient)).toEqual([payer, guest.email]);
    for (const { facts } of moved)
      expect(Number(facts.sequence)).toBeGreaterThan(Number(confirmation?.facts.sequence));
    expect(await composed('booking_moved')).toMatchObject([
      {
        data: {
          from: { start_date: '2099-12-05' },
          to: { start_date: '2099-12-19' },
          joining: 'Hall 3',
          order: { receiptUrl: expect.stringContaining('/receipt/') },
        },
      },
      { data: { name: guest.name, order: null } },
    ]);
    expect(await cases()).toEqual([]);
    expect(await compare()).toMatchObject({ opened: 0 });
    // Back to the sold terms, which is a change too.
    serve();
    expect(await compare()).toMatchObject({ opened: 1 });
  });

  it('updates one event in the payer’s calendar, whether the file came by email or from the receipt', async () => {
    const { path } = await book();
    const before = await eventsOf('booking_confirmed', path);
    expect(before.mailed.uid).toMatch(/@academy\.example$/);
    expect(before.downloaded).toEqual(before.mailed);
    serve({ start_date: '2099-12-19', end_date: '2099-12-20' });
    await compare();
    await confirmChange(await openFinding());
    const after = await eventsOf('booking_moved', path);
    expect(after.mailed.uid).toBe(before.mailed.uid);
    expect(after.mailed.sequence).toBeGreaterThan(before.mailed.sequence);
    expect(after.downloaded).toEqual(after.mailed);
  });

  it('tells the payer on the receipt to accept the changed days, move the booking or cancel it', async () => {
    const { path } = await book();
    const statement = async () =>
      (await http.get(`/api${path.replace('/receipt/', '/receipts/')}`).expect(200)).body.data.statement;
    serve({ instructor_name: 'Meera Iyer' });
    await compare();
    await confirmChange(await openFinding());
    expect((await statement()).sentences.join(' ')).not.toContain('We changed');
    serve({ start_date: '2099-12-19', end_date: '2099-12-20' });
    await compare();
    await confirmChange(await openFinding());
    expect(await statement()).toMatchObject({
      headline: 'Booking confirmed',
      called_off: false,
      sentences: [
        expect.stringContaining('2 seats are booked'),
        expect.stringContaining('choose another date'),
      ],
      timeline: expect.arrayContaining([{ at: expect.any(String), text: 'Batch changed by us' }]),
    });
  });

  it('tells the payer on the receipt that a batch is called off, until the booking is moved or cancelled', async () => {
    const { path, order } = await book();
    const receipt = async () =>
      (await http.get(`/api${path.replace('/receipt/', '/receipts/')}`).expect(200)).body.data;
    upstream.schedules.set(courseId, [someBatch({ id: 101417991219 })]);
    await compare();
    await confirmChange(await openFinding());
    const told = await receipt();
    expect(told.statement).toMatchObject({
      headline: 'This batch will not take place',
      called_off: true,
      sentences: [expect.stringContaining('for a full refund')],
    });
    expect(told.options.map(({ change }: { change: string }) => change)).toEqual(['cancel', 'move']);
    expect(told.attendees_open).toBe(false);
    const after = await eventsOf('batch_called_off', path);
    expect(after.downloaded).toEqual(after.mailed);
    const file = await http.get(`/api${path.replace('/receipt/', '/receipts/')}.ics`).expect(200);
    expect(file.text).toContain('METHOD:CANCEL');

    await database.updateTable('orders').set({ moved_at: new Date() }).execute();
    expect((await receipt()).statement).toMatchObject({ headline: 'Booking confirmed', called_off: false });
    await database.updateTable('orders').set({ moved_at: null }).execute();
    await decide(deps, (await order()).id, { kind: 'cancel', seats: 2 }, 'called off');
    expect((await receipt()).statement).toMatchObject({ headline: 'Booking cancelled', called_off: false });
  });

  it.each<[string, number, Record<string, unknown> | null]>([
    ['the full price if the days change', 100, { start_date: '2099-12-01', end_date: '2099-12-02' }],
    ['the full price if the batch is called off', 100, null],
    ['the same share as before if only the trainer changes', 50, { instructor_name: 'Meera Iyer' }],
  ])('refunds %s', async (_what, percent, overrides) => {
    await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 50 }] });
    serve();
    const { order } = await book();
    expect(deps.decisions.plan(await order(), { kind: 'cancel' }).policyPercent).toBe(50);
    if (overrides) serve(overrides);
    else upstream.schedules.set(courseId, [someBatch({ id: 101417991219 })]);
    await compare();
    await confirmChange(await openFinding());
    expect(deps.decisions.plan(await order(), { kind: 'cancel' }).policyPercent).toBe(percent);
  });

  it('dismisses a finding: no emails are sent, and the same finding is not opened again', async () => {
    await book();
    await database.deleteFrom('mails').execute();
    serve({ start_time: '10:00' });
    await compare();
    const finding = await openFinding();
    await transact(database, (transaction) =>
      decisions.dismissChange(transaction, finding, 'a typing error'),
    );
    expect(await compare()).toMatchObject({ opened: 0 });
    expect(await cases()).toEqual([]);
    expect(await rows()).toEqual([]);
    serve({ start_time: '11:00' });
    expect(await compare()).toMatchObject({ opened: 1 });
  });

  it('calls a batch off: payer and attendee get an email, confirmation and reminders are dropped, and the case stays open until no paid seat is left', async () => {
    const { order } = await book();
    upstream.schedules.set(courseId, [someBatch({ id: 101417991219 })]);
    await compare();
    expect(await confirmChange(await openFinding())).toBe(1);
    expect((await mailsOf('batch_called_off')).map(({ recipient }) => recipient)).toEqual([
      payer,
      guest.email,
    ]);
    expect(await composed('batch_called_off')).toMatchObject([
      { kind: 'ready', data: { order: { number: (await order()).bookingNumber } } },
      { kind: 'ready', data: { name: guest.name, order: null } },
    ]);
    expect(await compare()).toMatchObject({ opened: 0 });
    expect(await cases()).toEqual(['batch_vanished']);
    // The confirmation was waiting for the invoice. It would now contradict the cancellation.
    expect(await composed('booking_confirmed')).toMatchObject([{ kind: 'drop' }]);
    const { id } = await order();
    const reminder = { id: 'r', kind: 'reminder', orderId: id, leadId: null, recipient: payer } as const;
    const facts = { before: '7_days', startsOn: '2099-12-05' };
    const composer = createOrderComposer({ publicUrl: deps.publicUrl, issuesInvoices: false });
    const due = { ...reminder, facts, createdAt: new Date(), ageMs: 0 };
    const result = await database.transaction().execute((trx) => composer.compose(trx, [due]));
    expect(result.get('r')).toEqual({ kind: 'drop', reason: 'outdated' });
    await decide(deps, id, { kind: 'cancel', seats: 2 }, 'called off');
    await compare();
    await stack.sendBookingChanges();
    expect(await cases()).toEqual(['cancellation_refused']);
  });

  it('can call a batch off twice: orders made in between are notified, and had reminders until then', async () => {
    await book();
    const vanish = () => upstream.schedules.set(courseId, [someBatch({ id: 101417991219 })]);
    vanish();
    await compare();
    await confirmChange(await openFinding());
    serve();
    const { order } = await book({ email: 'b@example.com', attendees: [] });
    expect(await compare()).toMatchObject({ opened: 0 });
    const { id } = await order();
    const facts = { before: '7_days', startsOn: '2099-12-05' };
    const reminder = {
      id: 'r',
      kind: 'reminder',
      orderId: id,
      leadId: null,
      recipient: 'b@example.com',
    } as const;
    const composer = createOrderComposer({ publicUrl: deps.publicUrl, issuesInvoices: false });
    const due = { ...reminder, facts, createdAt: new Date(), ageMs: 0 };
    const compose = () => database.transaction().execute((trx) => composer.compose(trx, [due]));
    expect((await compose()).get('r')).toMatchObject({ kind: 'ready' });
    vanish();
    expect(await compare()).toMatchObject({ opened: 1 });
    await database.deleteFrom('mails').execute();
    expect(await confirmChange(await openFinding())).toBe(1);
    expect((await mailsOf('batch_called_off')).map(({ recipient }) => recipient)).toEqual(['b@example.com']);
    expect((await compose()).get('r')).toEqual({ kind: 'drop', reason: 'outdated' });
    expect(await compare()).toMatchObject({ opened: 0 });
  });

  it('notifies the payer of an order that moved to the batch after it was called off, when it is called off again', async () => {
    const other = someBatch({ id: 101417991219 });
    const { order: calledOff } = await book();
    upstream.schedules.set(courseId, [other]);
    const { order } = await book({ course_schedule_id: 101417991219, email: 'b@example.com', attendees: [] });
    await compare();
    await confirmChange(await openFinding());
    serve();
    const { id } = await order();
    await database
      .updateTable('orders')
      .set({ batch: JSON.stringify((await calledOff()).batch), moved_at: new Date() })
      .where('id', '=', id)
      .execute();
    await database.deleteFrom('mails').execute();
    upstream.schedules.set(courseId, [other]);
    expect(await compare()).toMatchObject({ opened: 1 });
    expect(await confirmChange(await openFinding())).toBe(1);
    expect((await mailsOf('batch_called_off')).map(({ recipient }) => recipient)).toEqual(['b@example.com']);
  });

  it('lists the batch with its orders, seats and open finding', async () => {
    await book();
    await book({ email: 'b@example.com', number_of_course: 1 });
    serve({ start_time: '10:00' });
    await compare();
    await setJoining(batchId, 'Hall 3');
    expect(await listSoldBatches(database, { since: '2026-01-01', limit: 10 })).toMatchObject([
      {
        orders: 2,
        seats: 3,
        batch: { course_schedule_id: batchId },
        change: { state: 'open', kind: 'changed' },
        joining: { joining: 'Hall 3' },
      },
    ]);
  });
});

describe('joining instructions', () => {
  it('are mailed once for each change, and are part of later mails', async () => {
    await book();
    const notified = async () => (await mailsOf('joining_changed')).map(({ recipient }) => recipient);
    expect(await setJoining(batchId, 'Zoom: https://zoom.example/1\nBe early')).toEqual({
      isChange: true,
      orders: 1,
      people: 2,
    });
    expect(await notified()).toEqual([payer, guest.email]);
    expect(await setJoining(batchId, 'Zoom: https://zoom.example/1\nBe early')).toMatchObject({
      isChange: false,
    });
    expect(await notifyJoining()).toBe(0);
    expect(await notified()).toHaveLength(2);
    for (const kind of ['joining_changed', 'booking_confirmed', 'attendee_confirmed'])
      for (const mail of await composed(kind))
        expect(mail).toMatchObject({ data: { joining: 'Zoom: https://zoom.example/1\nBe early' } });
    await setJoining(batchId, 'Hall 3');
    await setJoining(batchId, 'Zoom: https://zoom.example/1\nBe early');
    expect(await notified()).toHaveLength(6);
    const sequences = (await mailsOf('joining_changed')).map(({ facts }) => Number(facts.sequence));
    expect(new Set(sequences).size).toBe(3);
  });

  it('are mailed by the scheduled job if the process was killed after setting them', async () => {
    await book();
    await database
      .insertInto('batch_joining')
      .values({
        batch_id: batchId,
        joining: 'Hall 3',
        version: 2,
        notified_version: 1,
        updated_at: new Date(),
      })
      .execute();
    const notified = await Promise.all([notifyJoining(), notifyJoining()]);
    expect(notified.sort()).toEqual([0, 1]);
    expect(await mailsOf('joining_changed')).toHaveLength(2);
  });

  it('of the upstream are adopted by the comparison, and apply unless an operator set others', async () => {
    const { order } = await book();
    serve({ joining: 'Hall 1' });
    expect(await compare()).toMatchObject({ opened: 0 });
    await compare();
    expect((await order()).batch.joining).toBe('Hall 1');
    expect(await mailsOf('joining_changed')).toHaveLength(2);
    await setJoining(batchId, 'Hall 2');
    serve({ joining: 'Hall 3' });
    await compare();
    expect(await mailsOf('joining_changed')).toHaveLength(4);
    for (const mail of await composed('joining_changed'))
      expect(mail).toMatchObject({ data: { joining: 'Hall 2' } });
    // The upstream's instructions apply again, and differ from the operator's.
    expect(await setJoining(batchId, '')).toMatchObject({ orders: 1 });
    for (const mail of await composed('joining_changed'))
      expect(mail).toMatchObject({ data: { joining: 'Hall 3' } });
  });

  it('are refused for a batch that nobody bought', async () => {
    await book();
    await expect(setJoining(999, 'Hall 3')).rejects.toThrow(/No seat/);
  });

  it('are not mailed to a payer who cancelled', async () => {
    const { order } = await book();
    await decide(deps, (await order()).id, { kind: 'cancel', seats: 2 }, 'asked for');
    expect(await setJoining(batchId, 'Hall 3')).toMatchObject({ isChange: true, orders: 0 });
    expect(await mailsOf('joining_changed')).toEqual([]);
  });
});
