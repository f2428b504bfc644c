import { renderMail } from '@meridian/mail-templates';
import { beforeEach, describe, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { someBatch } from '../../../testing/checkout/upstream-double.ts';
import { withFacts } from '../../../testing/mail/with-facts.ts';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import type { DueMail } from '../../mail/outbox/composer.ts';
import { enqueueDeadLetterAlerts } from '../../mail/outbox/dead-letters.ts';
import type { NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { transact } from '../../platform/database/transact.ts';
import { reportAttendees } from '../bookings/report-attendees.ts';
import { decide } from '../decisions/decide.ts';
import { findOrder, lockOrder } from '../orders/store/order-queries.ts';
import { unreadableBatch } from '../orders/store/order-tables.ts';
import { enqueueCaseAlerts } from './enqueue-case-alerts.ts';
import { dueClass, dueReminder, enqueueReminders } from './enqueue-reminders.ts';
import { createOrderComposer } from './order-composer.ts';
import { type OrderMailKind, orderMail } from './order-mail-data.ts';

const stack = await useCheckoutStack();
const { http, database, upstream } = stack;
const guest = { name: 'Ravi Rao', email: 'ravi@example.com' };

beforeEach(async () => {
  await stack.reset();
  await database.deleteFrom('mails').execute();
});

const rows = async () =>
  withFacts(await database.selectFrom('mails').selectAll().orderBy('kind').orderBy('recipient').execute());
const kinds = async () => (await rows()).map(({ kind, recipient }) => `${kind} ${recipient}`);

async function book(overrides: Record<string, unknown> = {}) {
  const { order_id: providerId, receipt_path: receiptPath } = await stack.open(overrides);
  await http
    .post('/api/booking')
    .send(await stack.pay(providerId))
    .expect(200);
  return { order: await stack.order(providerId), providerId, receiptPath };
}

/** @returns the mail of a kind, composed now */
async function composedOf(kind: OrderMailKind) {
  const row = (await rows()).find((mail) => mail.kind === kind);
  if (!row?.order_id) throw new TypeError(`no mail of the kind ${kind}`);
  const mail = { ...row, orderId: row.order_id, ageMs: 0 } as unknown as DueMail;
  return orderMail(mail, await findOrder(database, 'id', row.order_id), [], {
    publicUrl: 'https://academy.example',
    issuesInvoices: false,
  });
}

/** @returns subject and text of the mail, in one line */
async function textOf(kind: OrderMailKind) {
  const composed = await composedOf(kind);
  if (composed.kind !== 'ready') throw new TypeError(`not sent: ${composed.kind}`);
  const { subject, text } = renderMail(kind, composed.data as never, {
    brand: 'M',
    siteUrl: 'https://m.example',
  });
  return `${subject} ${text}`.replaceAll(/\s+/g, ' ');
}

describe('mails of an order', () => {
  it('a booking is confirmed to its payer and to each attendee, once, however often it is reported', async () => {
    const attendees = [guest, { name: 'Asha Nair', email: buyer.email.toUpperCase() }];
    const { order } = await book({ attendees });
    await stack.checkout.reconcile();
    await stack.checkout.advance([order.id]);
    expect(await kinds()).toEqual([
      'attendee_confirmed ravi@example.com',
      'booking_confirmed asha@example.com',
      'booking_pending asha@example.com',
    ]);
    const [attendee, confirmed, pending] = await rows();
    expect(confirmed).toMatchObject({ order_id: order.id, cause: `booking_confirmed:${order.id}` });
    expect(JSON.stringify(attendee)).not.toContain(buyer.email);
    const waitMs = (pending?.next_try_at.getTime() ?? 0) - (pending?.created_at.getTime() ?? 0);
    expect(waitMs).toBe(90_000);
  });

  it('people who are named later get a confirmation, and nobody gets a second one', async () => {
    const { receiptPath } = await book({ attendees: [guest] });
    const path = `/api${receiptPath.replace('/receipt/', '/receipts/')}/attendees`;
    const late = { name: 'Meera Iyer', email: 'meera@example.com' };
    for (const attendees of [[late], [late, guest]]) await http.post(path).send({ attendees });
    expect((await kinds()).filter((mail) => mail.startsWith('attendee'))).toEqual([
      'attendee_confirmed meera@example.com',
      'attendee_confirmed ravi@example.com',
    ]);
  });

  it('an attendee who was removed and is named again gets an email with a higher calendar sequence than the cancellation', async () => {
    const { order } = await book({ attendees: [guest] });
    const late = { name: 'Meera Iyer', email: 'meera@example.com' };
    const name = async (...people: { name: string; email: string }[]) =>
      database.transaction().execute(async (transaction) => {
        const current = await lockOrder(transaction, 'id', order.id);
        if (current) await reportAttendees(stack.deps, transaction, current, people);
      });
    await name(late);
    const { version } = await stack.order(order.providerOrderId ?? '');
    await name(guest, late);
    const notified = (await rows()).filter(({ kind }) => kind === 'attendee_confirmed');
    expect(notified.map(({ recipient }) => recipient)).toEqual([late.email, guest.email, guest.email]);
    const sequences = notified.flatMap(({ recipient, facts }) =>
      recipient === guest.email ? facts.sequence : [],
    );
    expect(Math.max(...sequences.map(Number))).toBeGreaterThan(version);
  });

  it('a payer gets an email while the booking is pending, and after it is dropped an email that says that the money is refunded', async () => {
    upstream.onBooking = 'refuse';
    const { order } = await book();
    expect(await kinds()).toEqual(['booking_pending asha@example.com']);
    await decide(stack.deps, order.id, { kind: 'refund' }, 'no seats');
    expect(await kinds()).toContain('seats_unavailable asha@example.com');
    const [, unavailable] = await rows();
    expect(unavailable?.facts).toMatchObject({ seatsGone: false });
    const said = await textOf('seats_unavailable');
    expect(said).toContain('your booking was not accepted');
    expect(said).toContain('₹44,837.64 is being refunded');
    expect(said).not.toMatch(/no seats left/i);
  });

  it('each cancellation is mailed to the payer, the last one also to attendees', async () => {
    const { order } = await book({ attendees: [guest] });
    await decide(stack.deps, order.id, { kind: 'cancel', seats: 1 }, 'asked for');
    expect((await kinds()).filter((mail) => mail.startsWith('booking_cancelled'))).toEqual([
      'booking_cancelled asha@example.com',
    ]);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    await decide(stack.deps, order.id, { kind: 'cancel', seats: 1 }, 'asked for');
    const notified = (await rows()).filter(({ kind }) => kind === 'booking_cancelled');
    expect(notified.map(({ facts }) => facts)).toMatchObject([
      { seatsCancelled: 1 },
      { seatsCancelled: 1 },
      { attendee: guest },
    ]);
  });

  it('a cancellation without a refund says what is retained, and never that money is returned', async () => {
    await stack.setTerms({ refundPolicy: [] });
    const { order } = await book();
    await decide(stack.deps, order.id, { kind: 'cancel', byPolicy: true }, 'too late');
    const said = await textOf('booking_cancelled');
    expect(said).toContain('Nothing is refunded: ₹44,837.64 is kept under the refund policy.');
    expect(said).not.toMatch(/goes back|was returned|being returned/);
  });

  it('a payment whose booking needs a decision is not described as a booking in progress', async () => {
    upstream.onBooking = 'refuse';
    await book();
    const said = await textOf('booking_pending');
    expect(said).toContain('Payment received, booking not confirmed yet');
    expect(said).toContain('our team will check it and either confirm it or refund your payment');
  });

  it('a booking that is cancelled before its confirmation is sent is not confirmed', async () => {
    const { order } = await book();
    await decide(stack.deps, order.id, { kind: 'cancel' }, 'asked for');
    expect(await composedOf('booking_confirmed')).toMatchObject({ kind: 'drop', reason: 'outdated' });
  });

  it('operators are alerted to a case once', async () => {
    upstream.onBooking = 'refuse';
    const { order } = await book();
    expect(await enqueueCaseAlerts(database, 'https://academy.example')).toBe(1);
    expect(await enqueueCaseAlerts(database, 'https://academy.example')).toBe(0);
    const alert = (await rows()).find(({ kind }) => kind === 'operator_alert');
    expect(alert).toMatchObject({
      recipient: '',
      facts: {
        alert: 'case_opened',
        bookingNumber: order.bookingNumber,
        caseTitle: 'The booking needs a decision',
      },
    });
  });
});

const hour = 3_600_000;
const day = 24 * hour;
const start = new Date('2026-12-05T13:30:00Z');
const before = (ms: number) => new Date(start.getTime() - ms);

it('operators are alerted to dead letters once, with their kinds', async () => {
  const urls = { publicUrl: 'https://academy.example', consoleUrl: 'https://console.academy.example' };
  const notified = async () => (await rows()).filter(({ cause }) => cause.startsWith('dead_letters:'));
  await book();
  await enqueueDeadLetterAlerts(database, urls);
  expect(await notified()).toEqual([]);
  await database
    .updateTable('mails')
    .set({ state: 'refused', updated_at: new Date() })
    .where('kind', '=', 'booking_confirmed')
    .execute();
  await enqueueDeadLetterAlerts(database, urls);
  await enqueueDeadLetterAlerts(database, urls);
  const consoleUrl = `${urls.consoleUrl}/mails?state=refused`;
  expect(await notified()).toMatchObject([
    { facts: { alert: 'dead_letters', leads: 0, mails: 1, jobs: 0, webhooks: 0, consoleUrl } },
  ]);
});

it('operators are alerted to an endpoint that was paused after failures', async () => {
  const hooks = { url: 'https://example.com/hooks', events: ['lead.accepted'], personalData: false };
  const { endpoint } = await transact(database, (transaction) => addEndpoint(transaction, hooks, true));
  await database
    .updateTable('webhook_endpoints')
    .set({ paused_by: 'failures', paused_at: new Date() })
    .where('id', '=', endpoint.id)
    .execute();
  const consoleUrl = 'https://console.academy.example';
  await enqueueDeadLetterAlerts(database, { publicUrl: 'https://academy.example', consoleUrl });
  const [alert] = (await rows()).filter(({ cause }) => cause.startsWith('dead_letters:'));
  expect(alert?.facts).toMatchObject({ mails: 0, webhooks: 1, consoleUrl: `${consoleUrl}/integrations` });
  await database.deleteFrom('webhook_endpoints').execute();
});

describe('reminders', () => {
  it.each([
    ['eight days before', 8 * day, 30 * day, undefined],
    ['seven days before', 7 * day, 30 * day, '7_days'],
    ['two days before', 2 * day, 30 * day, '7_days'],
    ['a day before', day, 30 * day, '1_day'],
    ['three hours before', 3 * hour, 30 * day, '1_day'],
    ['two hours before', 2 * hour, 30 * day, '1_day'],
    ['an hour before', hour, 30 * day, undefined],
    ['booked six days before, five days before', 5 * day, 6 * day, undefined],
    ['booked six days before, a day before', day, 6 * day, '1_day'],
    ['booked an hour before', hour / 2, hour, undefined],
  ])('%s', (_, leftMs, bookedMs, due) => {
    expect(dueReminder(start, before(bookedMs), before(leftMs))?.before).toBe(due);
  });

  it('are sent an hour before each day of class to people who were booked before', () => {
    const sessions = ['2026-12-05', '2026-12-12'].map((date) => ({
      date,
      start_time: '09:00',
      end_time: '12:00',
    }));
    const batch = { ...unreadableBatch, start_date: '2026-12-05', end_date: '2026-12-12', sessions };
    const at = (text: string) => new Date(`${text}:00+05:30`);
    const bookedAt = at('2026-11-01T10:00');
    const due = (now: string) => dueClass(batch, bookedAt, at(now));
    expect(due('2026-12-05T07:59')).toBeUndefined();
    expect(due('2026-12-05T08:00')).toMatchObject({ before: '1_hour', classDay: '2026-12-05' });
    expect(due('2026-12-12T08:30')).toMatchObject({
      classDay: '2026-12-12',
      expiresAt: at('2026-12-12T09:00'),
    });
    expect(due('2026-12-12T09:00')).toBeUndefined();
    expect(dueClass(batch, at('2026-12-12T08:15'), at('2026-12-12T08:30'))).toBeUndefined();
  });

  it('are enqueued once for the payer and each attendee, and are outdated after a cancellation', async () => {
    const inIndia = (ms: number) => new Date(Date.now() + ms + 5.5 * hour).toISOString();
    const startsOn = inIndia(3 * day).slice(0, 10);
    upstream.schedules.set(101, [someBatch({ start_date: startsOn, end_date: startsOn })]);
    const { order } = await book({ attendees: [guest] });
    await database.deleteFrom('mails').execute();
    expect(await enqueueReminders(database)).toBe(0);
    await database
      .updateTable('orders')
      .set({ booked_at: new Date(Date.now() - 30 * day) })
      .execute();
    expect(await enqueueReminders(database)).toBe(2);
    expect(await enqueueReminders(database)).toBe(0);
    expect(await kinds()).toEqual(['reminder asha@example.com', 'reminder ravi@example.com']);

    const [toPayer, toGuest] = (await rows()).map(
      (row): DueMail => ({
        ...row,
        orderId: row.order_id,
        leadId: null,
        createdAt: row.created_at,
        ageMs: 0,
      }),
    );
    if (!toPayer || !toGuest) throw new Error('no reminders');
    const options = { publicUrl: 'https://academy.example', issuesInvoices: false };
    const receiptUrl = expect.stringContaining('https://academy.example/receipt/');
    expect(orderMail(toPayer, order, [], options)).toMatchObject({ kind: 'ready', data: { receiptUrl } });
    expect(orderMail(toGuest, order, [], options)).toMatchObject({
      data: { name: 'Ravi Rao', receiptUrl: null, before: '7_days' },
    });
    await decide(stack.deps, order.id, { kind: 'cancel', seats: 2 }, 'asked for');
    const cancelled = (await stack.deps.database.selectFrom('orders').select('id').execute()).length;
    expect(cancelled).toBe(1);
    const after = await stack.order(
      (await database.selectFrom('orders').selectAll().execute())[0]?.provider_order_id ?? '',
    );
    expect(orderMail(toPayer, after, [], options)).toEqual({ kind: 'drop', reason: 'outdated' });
  });
});

it('an email about an unreadable order becomes a dead letter, and delays no other', async () => {
  const { order: unreadable } = await book();
  await book({ email: 'b@example.com' });
  await database
    .updateTable('orders')
    .set({ batch: JSON.stringify({ ...unreadable.batch, start_date: null }) })
    .where('id', '=', unreadable.id)
    .execute();
  const due = (await rows())
    .filter(({ kind }) => kind === 'booking_pending')
    .map((row) => ({ ...row, orderId: row.order_id, leadId: null, createdAt: row.created_at, ageMs: 0 }));
  const composer = createOrderComposer({ publicUrl: 'https://academy.example', issuesInvoices: false });
  const composed = await database.transaction().execute((trx) => composer.compose(trx, due));
  const reason = `orders.batch of ${unreadable.id} is unreadable: start_date`;
  expect(due.map(({ id }) => composed.get(id))).toMatchObject([
    { kind: 'refuse', reason },
    { kind: 'drop', reason: 'outdated' },
  ]);
});

describe('the invoice of a confirmation', () => {
  const options = { publicUrl: 'https://academy.example', issuesInvoices: true };
  const document = {
    number: 'MA/2627/000001',
    kind: 'invoice' as const,
    reference: null,
    totalPaise: 100,
    hasPdf: false,
    path: '/api/receipts/t/documents/MA-2627-000001.pdf',
  };
  const url = `https://academy.example${document.path}`;

  it.each([
    ['is waited for at first', 0, [document], { kind: 'wait' }],
    [
      'is attached once rendered',
      0,
      [{ ...document, hasPdf: true }],
      { data: { document: { state: 'attached' } } },
    ],
    ['is linked after a minute', 60_000, [document], { data: { document: { state: 'linked', url } } }],
    ['follows later if it has no number yet', 60_000, [], { data: { document: { state: 'later' } } }],
  ])('%s', async (_, ageMs, documents, expected) => {
    const { order } = await book();
    const row = (await rows()).find(({ kind }) => kind === 'booking_confirmed') as unknown as NewMail;
    const mail = { ...row, id: '', orderId: order.id, leadId: null, createdAt: new Date(), ageMs } as DueMail;
    expect(orderMail(mail, order, documents, options)).toMatchObject(expected);
  });
});
