import type { MoveTarget } from '@meridian/contracts/enrolment/self-service';
import { addDays, dayInIndia } from '@meridian/contracts/india-time';
import { renderMail } from '@meridian/mail-templates';
import { atEnd } from '@meridian/stack/at-end';
import fastify from 'fastify';
import { sql } from 'kysely';
import supertest from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import type { NewMail } from '../../../mail/outbox/enqueue-mails.ts';
import { readMail } from '../../../mail/outbox/tables.ts';
import { requestsCommand } from '../../../operators/cli/requests.ts';
import { transact } from '../../../platform/database/transact.ts';
import { installErrorHandler } from '../../../platform/http/problems/error-handler.ts';
import { openCases } from '../../orders/cases/case-store.ts';
import { erasePayer } from '../../orders/erasure/erasure.ts';
import type { SelfServiceDependencies } from './dependencies.ts';
import { cancelExchanged } from './exchange.ts';
import { selfServiceRoutes } from './routes.ts';
import { createSelfService } from './self-service.ts';

const stack = await useCheckoutStack();
const { database, upstream, deps } = stack;
let mails: NewMail[] = [];

async function serve(more: Partial<SelfServiceDependencies>) {
  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  selfServiceRoutes(app, createSelfService({ ...deps, opening: deps, now: () => deps.now(), ...more }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(() => app.close());
  return supertest(url);
}

const http = await serve({ enqueueMails: async (_transaction, enqueued) => mails.push(...enqueued) });
const withoutMail = await serve({});

beforeEach(async () => {
  await database.deleteFrom('manage_links').execute();
  await database.deleteFrom('mails').execute();
  await database.deleteFrom('change_requests').execute();
  await stack.reset();
  deps.settings.upstreamBookingChanges = true;
  mails = [];
});

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };
const otherBatch = 101417991219;
const twoBatches = (overrides: Record<string, unknown> = {}) =>
  upstream.schedules.set(courseId, [
    someBatch(),
    someBatch({ id: otherBatch, start_date: '2099-12-19', end_date: '2099-12-20', ...overrides }),
  ]);

async function bookedOrder(overrides: Record<string, unknown> = {}) {
  const opened = await stack.open({ attendees: [ravi], ...overrides });
  await stack.http
    .post('/api/booking')
    .send(await stack.pay(opened.order_id))
    .expect(200);
  const token = opened.receipt_path.replace('/receipt/', '');
  return {
    token,
    orderId: opened.order_id,
    order: () => stack.order(opened.order_id),
    receipt: async () => (await stack.http.get(`/api/receipts/${token}`).expect(200)).body.data,
  };
}

async function moveByOperator(to: number, change: { orderId: string; note: string }): Promise<void> {
  const target = await deps.bookingChanges.readTarget(change.orderId, to);
  await transact(database, (transaction) => deps.bookingChanges.move(transaction, target, change));
}

/** @returns the last part of the mailed link */
async function freshLink(token: string): Promise<string> {
  await http.post(`/api/receipts/${token}/manage-link`).expect(200);
  const mail = mails.findLast(({ kind }) => kind === 'manage_link');
  if (mail?.kind !== 'manage_link') throw new Error('no link was mailed');
  return String(mail.facts.manageUrl).split('#manage=')[1] ?? '';
}

const show = async (link: string) => (await http.get(`/api/manage/${link}`).expect(200)).body.data;
const change = (link: string, requested: object) => http.post(`/api/manage/${link}`).send(requested);
const mailsOf = (kind: string) =>
  database.selectFrom('mails').selectAll().where('kind', '=', kind).orderBy('recipient').execute();
const cases = async () => (await openCases(database)).map(({ kind, reason }) => `${kind}: ${reason}`);

describe('a new link', () => {
  it('is sent to the order’s email address, and only its hash is stored', async () => {
    const { token, order } = await bookedOrder();
    const answer = await http.post(`/api/receipts/${token}/manage-link`).expect(200);
    expect(answer.body.data).toEqual({ email_hint: 'a…@example.com', minutes: 15 });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ kind: 'manage_link', recipient: (await order()).contact.email });
    expect(mails[0]?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000);
    const link = await freshLink(token);
    const { rows } = await sql<{ text: string }>`select manage_links::text as text from manage_links`.execute(
      database,
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(link);
  });

  it('can be opened repeatedly without changing anything, and makes one change', async () => {
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    for (let opened = 0; opened < 3; opened += 1) expect(await show(link)).toMatchObject({ state: 'open' });
    expect((await order()).attendees).toEqual([ravi]);
    const answer = await change(link, { change: 'attendees', attendees: [zoe] }).expect(200);
    expect(answer.body.data).toEqual({ outcome: 'done', receipt_path: `/receipt/${token}` });
    const again = await change(link, { change: 'attendees', attendees: [ravi] }).expect(410);
    expect(again.body.message).toMatch(/already been used/);
    expect(await show(link)).toEqual({ state: 'used', expires_at: expect.any(String) });
    expect((await order()).attendees).toEqual([zoe]);
  });

  it('makes one change, however many requests arrive concurrently', async () => {
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    const answers = await Promise.all(
      [ravi, zoe, ravi, zoe].map((person) => change(link, { change: 'attendees', attendees: [person] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await order()).toMatchObject({ attendeesVersion: 2 });
  });

  it('expires after 15 minutes', async () => {
    const { token } = await bookedOrder();
    const link = await freshLink(token);
    await database
      .updateTable('manage_links')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    expect(await show(link)).toEqual({ state: 'expired', expires_at: expect.any(String) });
    expect((await change(link, { change: 'attendees', attendees: [zoe] })).status).toBe(410);
  });

  it('changes nothing after the course has begun, and stays open', async () => {
    const { token } = await bookedOrder();
    const link = await freshLink(token);
    await sql`update orders set batch = batch || '{"start_date": "2026-01-10"}'`.execute(database);
    expect((await show(link)).booking.changes).toEqual([]);
    expect((await change(link, { change: 'attendees', attendees: [zoe] })).status).toBe(409);
    expect((await change(link, { change: 'cancel', seats: 1, expected_refund: 0 })).status).toBe(409);
    expect(await show(link)).toMatchObject({ state: 'open' });
  });

  it('is limited in number, and is not sent without a booking', async () => {
    const { token } = await bookedOrder();
    for (let sent = 0; sent < 3; sent += 1) await freshLink(token);
    const fourth = await http.post(`/api/receipts/${token}/manage-link`).expect(429);
    expect(fourth.headers['retry-after']).toBe('900');
    const unpaid = await stack.open();
    const path = unpaid.receipt_path.replace('/receipt/', '');
    expect((await http.post(`/api/receipts/${path}/manage-link`)).status).toBe(409);
    expect((await http.post(`/api/receipts/${'0'.repeat(40)}/manage-link`)).status).toBe(404);
    expect((await http.get(`/api/manage/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await change('0'.repeat(40), { change: 'attendees', attendees: [zoe] })).status).toBe(404);
    expect(mails).toHaveLength(3);
  });
});

describe('other attendees', () => {
  it('take the seats, and the upstream and the removed attendees are notified', async () => {
    const { token, order } = await bookedOrder({ attendees: [ravi, zoe] });
    const link = await freshLink(token);
    const asha = { name: 'Asha Nair', email: 'asha@example.com' };
    await change(link, { change: 'attendees', attendees: [zoe, asha] }).expect(200);
    expect((await order()).attendees).toEqual([zoe, asha]);
    await stack.sendBookingChanges();
    expect(upstream.changes.at(-1)?.body).toMatchObject({ attendees: [zoe, asha] });
    expect(mails.at(-1)).toMatchObject({
      kind: 'booking_cancelled',
      recipient: ravi.email,
      facts: { attendee: ravi },
    });
  });

  it.each([
    [
      'more people than seats',
      [ravi, zoe, { name: 'Third', email: 'third@example.com' }],
      /3 people for 2 seats/,
    ],
    ['an empty list', [], /at least one/],
    ['the same address twice', [ravi, ravi], /email address/],
  ])('are refused if they are %s, and the link stays valid', async (_what, attendees, message) => {
    const { token } = await bookedOrder();
    const link = await freshLink(token);
    const answer = await change(link, { change: 'attendees', attendees }).expect(400);
    expect(JSON.stringify(answer.body)).toMatch(message);
    expect(await show(link)).toMatchObject({ state: 'open' });
  });
});

describe('cancelling with a link', () => {
  it('refunds exactly the amount that was shown', async () => {
    await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 50 }] });
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    const { cancel } = (await show(link)).booking;
    expect(cancel).toHaveLength(2);
    const [one] = cancel;
    expect(one).toMatchObject({ seats: 1, percent: 50, refund: one.price / 2 });
    const unseen = { change: 'cancel', seats: 1 };
    expect((await change(link, unseen)).status).toBe(409);
    const other = await change(link, { ...unseen, expected_refund: one.refund + 1 }).expect(409);
    expect(other.body.errors).toHaveProperty('expected_refund');
    expect((await change(link, { ...unseen, seats: 3, expected_refund: 0 })).status).toBe(400);
    await change(link, { ...unseen, expected_refund: one.refund }).expect(200);
    const after = await order();
    expect(after.cancelledSeats).toBe(1);
    expect(after.payments[0]?.refunds[0]?.amountPaise).toBe(Math.round(one.refund * 100));
    expect(await show(link)).toMatchObject({ state: 'used' });
  });

  it('asks which attendees leave if more people are named than seats remain', async () => {
    const { token, order } = await bookedOrder({ attendees: [ravi, zoe] });
    const link = await freshLink(token);
    const [one] = (await show(link)).booking.cancel;
    const cancelled = { change: 'cancel', seats: 1, expected_refund: one.refund };
    const unchosen = await change(link, cancelled).expect(400);
    expect(unchosen.body.errors.attendees).toEqual([expect.stringContaining('choose 1 person who leaves')]);
    await change(link, { ...cancelled, attendees: [ravi.email] }).expect(200);
    expect(await order()).toMatchObject({ cancelledSeats: 1, attendees: [zoe] });
  });

  it('follows the terms of the sale, even if the settings have changed since', async () => {
    await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 50 }] });
    const { token, order } = await bookedOrder();
    await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 10 }] });
    const link = await freshLink(token);
    const [one] = (await show(link)).booking.cancel;
    expect(one).toMatchObject({ percent: 50, refund: one.price / 2 });
    await change(link, { change: 'cancel', seats: 1, expected_refund: one.refund }).expect(200);
    expect((await order()).payments[0]?.refunds).toMatchObject([{ amountPaise: one.refund * 100 }]);
  });

  it('succeeds if Razorpay does not answer: the refund is pending', async () => {
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    const [one] = (await show(link)).booking.cancel;
    await stack.fault('http_500', 5);
    const cancelled = { change: 'cancel', seats: 1, expected_refund: one.refund };
    const answer = await change(link, cancelled).expect(200);
    expect(answer.body.data).toMatchObject({ outcome: 'done', refund: 'pending' });
    expect(await order()).toMatchObject({ cancelledSeats: 1 });
  });

  it('is one commit with the use of its link: both are stored or neither', async () => {
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    const [one] = (await show(link)).booking.cancel;
    const cancelled = { change: 'cancel', seats: 1, expected_refund: one.refund };
    await sql`create function fail_cancellation() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`.execute(database);
    await sql`create trigger killed before insert on refunds
      for each row execute function fail_cancellation()`.execute(database);
    await change(link, cancelled).expect(500);
    await sql`drop function fail_cancellation cascade`.execute(database);
    expect(await order()).toMatchObject({ cancelledSeats: 0 });
    expect(await show(link)).toMatchObject({ state: 'open' });
    await change(link, cancelled).expect(200);
    expect(await show(link)).toMatchObject({ state: 'used' });
  });

  it('succeeds if Razorpay refuses the refund: an operator has to refund', async () => {
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    const [one] = (await show(link)).booking.cancel;
    await stack.sandbox.post('/_sandbox/balance').send({ paise: 100 }).expect(200);
    const cancelled = { change: 'cancel', seats: 1, expected_refund: one.refund };
    const answer = await change(link, cancelled).expect(200);
    expect(answer.body.data).toMatchObject({ outcome: 'done', refund: 'failed' });
    expect(await order()).toMatchObject({ cancelledSeats: 1 });
    expect(await stack.cases()).toContain('refund_failed');
    expect(await show(link)).toMatchObject({ state: 'used' });
  });
});

describe('moving with a link', () => {
  it('is requested until the upstream accepts it, and all people are notified then', async () => {
    twoBatches({ seats_left: 5 });
    const { token, order, receipt } = await bookedOrder();
    const link = await freshLink(token);
    const { move } = (await show(link)).booking;
    expect(move).toEqual([expect.objectContaining({ course_schedule_id: otherBatch, by: 'link' })]);
    const answer = await change(link, { change: 'move', course_schedule_id: otherBatch }).expect(200);
    expect(answer.body.data.outcome).toBe('requested');
    expect((await order()).batch).toMatchObject({ course_schedule_id: batchId });
    expect(await receipt()).toMatchObject({
      batch: { start_date: '2099-12-05' },
      move: { state: 'requested', start_date: '2099-12-19' },
    });
    expect(await mailsOf('booking_moved')).toEqual([]);
    // The seats count in both batches.
    const buy = { course_schedule_id: otherBatch, email: 'b@example.com' };
    await expect(stack.open({ ...buy, number_of_course: 4 })).rejects.toThrow(/409/);
    await stack.sendBookingChanges();
    expect(upstream.changes.at(-1)?.body).toMatchObject({ course_schedule_id: otherBatch });
    expect((await order()).batch).toMatchObject({ course_schedule_id: otherBatch, start_date: '2099-12-19' });
    expect(await receipt()).not.toHaveProperty('move');
    const moved = await mailsOf('booking_moved');
    expect(moved.map(({ recipient }) => recipient)).toEqual(['asha@example.com', ravi.email]);
    expect(moved[0]).toMatchObject({
      facts: { from: { start_date: '2099-12-05' }, to: { start_date: '2099-12-19' } },
    });
    expect(moved[1]).toMatchObject({ facts: { order: null } });
    twoBatches({ seats_left: 3 });
    await stack.open({ ...buy, number_of_course: 3 });
  });

  it('opens a case if the upstream refuses, and tells the payer that the move was not made', async () => {
    twoBatches();
    upstream.onChange = 'refuse';
    const { token, order, receipt } = await bookedOrder();
    await change(await freshLink(token), { change: 'move', course_schedule_id: otherBatch }).expect(200);
    await stack.sendBookingChanges();
    expect((await order()).batch).toMatchObject({ course_schedule_id: batchId });
    expect(await receipt()).toMatchObject({
      batch: { start_date: '2099-12-05' },
      move: { state: 'refused', start_date: '2099-12-19' },
    });
    expect(await mailsOf('booking_moved')).toEqual([]);
    expect(await mailsOf('move_refused')).toMatchObject([{ recipient: 'asha@example.com' }]);
    expect(await cases()).toEqual([expect.stringMatching(/^move_refused: .*no booking with this payment/)]);
    const again = await change(await freshLink(token), { change: 'move', course_schedule_id: otherBatch });
    expect(again.status).toBe(409);
    await stack.closeCase('move_refused', 'not_moved');
    expect(await cases()).toEqual([]);
    expect(await receipt()).not.toHaveProperty('move');
    expect((await order()).batch).toMatchObject({ course_schedule_id: batchId });
  });

  it('is sent after an earlier cancellation of seats', async () => {
    twoBatches({ seats_left: 2 });
    const { token } = await bookedOrder({ number_of_course: 3 });
    const link = await freshLink(token);
    const [one] = (await show(link)).booking.cancel;
    await change(link, { change: 'cancel', seats: 1, expected_refund: one.refund }).expect(200);
    await change(await freshLink(token), { change: 'move', course_schedule_id: otherBatch }).expect(200);
    await stack.sendBookingChanges();
    expect(upstream.changes.map(({ body: { transaction_id: _id, ...after } }) => after)).toEqual([
      { seats: 2 },
      { course_schedule_id: otherBatch },
    ]);
  });

  it('by an operator applies once the operator has moved the booking at the upstream, if it does not support changes', async () => {
    twoBatches();
    deps.settings.upstreamBookingChanges = false;
    const { order, receipt } = await bookedOrder();
    const { id } = await order();
    await moveByOperator(otherBatch, { orderId: id, note: 'by phone' });
    await stack.sendBookingChanges();
    expect(await cases()).toEqual([expect.stringMatching(/^move_refused: /)]);
    expect((await order()).batch).toMatchObject({ course_schedule_id: batchId });
    expect(await receipt()).toMatchObject({ move: { state: 'requested' } });
    expect(await mailsOf('booking_moved')).toEqual([]);
    expect(await mailsOf('move_refused')).toEqual([]);
    await expect(stack.closeCase('move_refused', 'reported')).rejects.toMatchObject({
      code: 'statement_unfit',
    });
    await stack.closeCase('move_refused', 'moved');
    expect((await order()).batch).toMatchObject({ course_schedule_id: otherBatch });
    expect(await mailsOf('booking_moved')).toHaveLength(2);
    expect(await cases()).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([['in a classroom', { mode: 'classroom', venue_state: '27' }]])(
    'becomes a request to an operator if the batch is %s',
    async (_what, overrides) => {
      twoBatches(overrides);
      const { token, order } = await bookedOrder();
      const link = await freshLink(token);
      expect((await show(link)).booking.move).toEqual([expect.objectContaining({ by: 'request' })]);
      const answer = await change(link, { change: 'move', course_schedule_id: otherBatch }).expect(200);
      expect(answer.body.data.outcome).toBe('requested');
      expect((await order()).batch.course_schedule_id).toBe(batchId);
      expect(await cases()).toEqual([
        expect.stringMatching(/^change_requested: .*move to batch 101417991219/),
      ]);
    },
  );

  it.each<[string, object[], number]>([
    ['in full if the policy refunds in full', [{ until_hours_before: 0, percent: 100 }], 943_764],
    ['by half if the policy refunds half', [{ until_hours_before: 0, percent: 50 }], 471_882],
    ['not at all if the policy refunds nothing', [], 0],
  ])('to a cheaper batch refunds the difference %s', async (_what, policy, refundPaise) => {
    await stack.setTerms({ refundPolicy: policy as never });
    twoBatches({ discount_fee: 15_000 });
    const { token, order, receipt } = await bookedOrder();
    const link = await freshLink(token);
    const [target] = (await show(link)).booking.move;
    expect(target).toMatchObject({ by: 'link', difference: -4_718.82, refund: refundPaise / 100 });
    const move = { change: 'move', course_schedule_id: otherBatch };
    if (refundPaise > 0) {
      const other = await change(link, move).expect(409);
      expect(other.body.errors).toHaveProperty('expected_refund');
    }
    await change(link, { ...move, expected_refund: refundPaise / 100 }).expect(200);
    expect((await receipt()).refunds).toEqual([]);
    await stack.sendBookingChanges([(await order()).id]);
    expect((await order()).batch.course_schedule_id).toBe(otherBatch);
    const refunds = refundPaise > 0 ? [{ amount: refundPaise / 100, state: 'pending' }] : [];
    expect((await receipt()).refunds).toEqual(refunds);
    const moved = await mailsOf('booking_moved');
    expect(moved[0]?.facts).toMatchObject({ refundPaise, order: { number: (await order()).bookingNumber } });
    const { id } = await order();
    const credited = await database
      .selectFrom('document_requests')
      .select('credited_paise')
      .where('order_id', '=', id)
      .where('kind', '=', 'correction')
      .execute();
    expect(credited.map(({ credited_paise: paise }) => Number(paise))).toEqual(
      refundPaise > 0 ? [refundPaise] : [],
    );
    await deps.decisions.followUp(await order());
    // The two seats are now worth ₹35,400, and the retained part of the difference is not refunded.
    await stack.setTerms({ refundPolicy: [] });
    const rest = await deps.decisions.preview(id, { kind: 'cancel', seats: 1 });
    expect(rest.plan).toMatchObject({ valuePaise: 1_770_000, refundPaise: 1_770_000 });
    const whole = await deps.decisions.preview(id, { kind: 'cancel' });
    expect(whole.plan).toMatchObject({ valuePaise: 3_540_000, refundPaise: 3_540_000 });
    // The first batch is more expensive.
    const back = await show(await freshLink(token));
    expect(back.booking.move[0]).toMatchObject({ by: 'pay', difference: 4_718.82 });
  });

  it('becomes a request to an operator if the upstream does not support changes', async () => {
    twoBatches();
    deps.settings.upstreamBookingChanges = false;
    const { token } = await bookedOrder();
    const answer = await change(await freshLink(token), { change: 'move', course_schedule_id: otherBatch });
    expect(answer.body.data.outcome).toBe('requested');
  });

  it.each<[string, number, Record<string, unknown>, number]>([
    ['sold out', otherBatch, { seats_left: 1 }, 409],
    ['in the past', otherBatch, { start_date: '2020-01-04', end_date: '2020-01-05' }, 400],
    ['the same', batchId, {}, 400],
    ['unknown', 9999, {}, 400],
  ])('is refused if the batch is %s, and the link stays valid', async (_what, target, overrides, status) => {
    twoBatches(overrides);
    const { token, order } = await bookedOrder();
    const link = await freshLink(token);
    const answer = await change(link, { change: 'move', course_schedule_id: target });
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toHaveProperty('course_schedule_id');
    expect(await show(link)).toMatchObject({ state: 'open' });
    expect((await order()).batch.course_schedule_id).toBe(batchId);
  });

  it('never oversells, however many bookings are moved concurrently', async () => {
    twoBatches({ seats_left: 3 });
    const orders = await Promise.all(
      [1, 2, 3].map((index) => bookedOrder({ email: `p${index}@example.com` })),
    );
    const links = [];
    for (const { token } of orders) links.push(await freshLink(token));
    const answers = await Promise.all(
      links.map((link) => change(link, { change: 'move', course_schedule_id: otherBatch })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('a more expensive batch', () => {
  const exchanged = () =>
    cancelExchanged({
      database,
      decisions: deps.decisions,
      log: { info: () => {}, warn: () => {} } as never,
    });
  const move = { change: 'move', course_schedule_id: otherBatch };

  it('is bought, and the former booking is refunded in full once the new one is booked', async () => {
    await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 50 }] });
    twoBatches({ discount_fee: 25_000, seats_left: 2 });
    const { token, order, receipt } = await bookedOrder();
    const link = await freshLink(token);
    expect((await show(link)).booking.move).toMatchObject([{ by: 'pay', refund: 0 }]);
    const { data } = (await change(link, move).expect(200)).body;
    expect(data).toMatchObject({
      outcome: 'to_pay',
      checkout: { total_fee: 59_000 },
      refund_after: 44_837.64,
      receipt_path: `/receipt/${token}`,
    });
    await exchanged();
    expect(await order()).toMatchObject({ booking: 'booked', cancelledSeats: 0 });
    expect(await show(link)).toMatchObject({ state: 'open' });
    await stack.http
      .post('/api/booking')
      .send(await stack.pay(data.checkout.order_id))
      .expect(200);
    await exchanged();
    await exchanged();
    const bought = await stack.order(data.checkout.order_id);
    expect(bought).toMatchObject({
      booking: 'booked',
      cancelledSeats: 0,
      attendees: [ravi],
      batch: { course_schedule_id: otherBatch },
      // The refund after the move is limited to the refund before the move.
      terms: { maxPercent: 50, startsOn: '2099-12-19', bookedFor: (await order()).terms.bookedFor },
    });
    expect((await order()).cancelledSeats).toBe(2);
    expect((await receipt()).refunds).toEqual([{ amount: 44_837.64, state: 'pending' }]);
    // Half of the difference: moving back does not raise the refund either.
    expect((await show(await freshLink(bought.receiptToken))).booking.move).toMatchObject([
      { by: 'link', refund: 7_081.18 },
    ]);
  });

  it('releases the seats of an earlier unpaid order', async () => {
    twoBatches({ discount_fee: 25_000, seats_left: 2 });
    const { token } = await bookedOrder();
    const link = await freshLink(token);
    const [first, second] = [
      (await change(link, move).expect(200)).body.data,
      (await change(link, move).expect(200)).body.data,
    ];
    expect((await stack.order(first.checkout.order_id)).seatHold).toBe('released');
    expect((await stack.order(second.checkout.order_id)).seatHold).toBe('held');
  });

  it('changes nothing if the batch has too few seats', async () => {
    twoBatches({ discount_fee: 25_000, seats_left: 1 });
    const { token, order } = await bookedOrder();
    const answer = await change(await freshLink(token), move).expect(409);
    expect(answer.body.errors).toHaveProperty('course_schedule_id');
    await exchanged();
    expect((await order()).cancelledSeats).toBe(0);
  });

  it('keeps the former booking while its payment is disputed, and cancels it afterwards', async () => {
    twoBatches({ discount_fee: 25_000 });
    const { token, order } = await bookedOrder();
    const { data } = (await change(await freshLink(token), move).expect(200)).body;
    const { id: disputeId } = await stack.dispute({ payment_id: (await order()).paymentId });
    await stack.checkout.reconcile();
    await stack.http
      .post('/api/booking')
      .send(await stack.pay(data.checkout.order_id))
      .expect(200);
    await exchanged();
    expect((await order()).cancelledSeats).toBe(0);
    await stack.dispute({ dispute_id: disputeId, status: 'won' });
    await stack.checkout.reconcile();
    await exchanged();
    expect((await order()).cancelledSeats).toBe(2);
  });
});

describe('the terms of the sale after a move', () => {
  const inDays = (days: number) => addDays(dayInIndia(new Date()), days);
  const starting = (...days: number[]) =>
    upstream.schedules.set(
      courseId,
      days.map((day, index) =>
        someBatch({ id: batchId + index, start_date: inDays(day), end_date: inDays(day + 1) }),
      ),
    );
  const moveTo = (link: string, index: number) =>
    change(link, { change: 'move', course_schedule_id: batchId + index });
  /** Requests a move, and lets the upstream accept it. */
  const move = async (link: string, index: number) => {
    await moveTo(link, index).expect(200);
    await stack.sendBookingChanges();
  };
  /** @returns a new link, regardless of the limit */
  const newLink = async (token: string) => {
    await database.deleteFrom('manage_links').execute();
    return freshLink(token);
  };
  const percents = async (token: string) => {
    const { cancel } = (await show(await newLink(token))).booking;
    return cancel.map(({ percent }: { percent: number }) => percent);
  };

  it('do not refund more after the payer’s own move than at the time of the move', async () => {
    starting(2, 40);
    const { token, order } = await bookedOrder();
    expect(await percents(token)).toEqual([0, 0]);
    await move(await newLink(token), 1);
    expect(await percents(token)).toEqual([0, 0]);
    const link = await newLink(token);
    await change(link, { change: 'cancel', seats: 2, expected_refund: 0 }).expect(200);
    expect((await order()).payments[0]?.refunds).toEqual([]);
  });

  it('refund less if the new batch begins earlier', async () => {
    starting(40, 5);
    const { token } = await bookedOrder();
    expect(await percents(token)).toEqual([100, 100]);
    await move(await newLink(token), 1);
    expect(await percents(token)).toEqual([50, 50]);
  });

  it('refund as before after an operator moved the booking to a batch that begins earlier', async () => {
    starting(40, 5);
    const { token, order } = await bookedOrder();
    const { id } = await order();
    await moveByOperator(batchId + 1, { orderId: id, note: 'the trainer is ill' });
    await stack.sendBookingChanges();
    expect(await percents(token)).toEqual([100, 100]);
  });

  it('refund no more if an operator moved the booking at its payer’s request', async () => {
    starting(2, 40);
    const { token, order } = await bookedOrder();
    const { id } = await order();
    await withoutMail
      .post(`/api/receipts/${token}/requests`)
      .send({ change: 'move', course_schedule_id: batchId + 1 })
      .expect(200);
    await moveByOperator(batchId + 1, { orderId: id, note: 'as asked' });
    await stack.sendBookingChanges();
    expect(await percents(token)).toEqual([0, 0]);
  });

  it('allow one move at short notice, to a batch within 90 days of the present one', async () => {
    starting(2, 92, 93, 3);
    const { token } = await bookedOrder();
    const link = await newLink(token);
    expect((await show(link)).booking.move.map((to: MoveTarget) => to.start_date)).toEqual([
      inDays(3),
      inDays(92),
    ]);
    const tooLate = await moveTo(link, 2).expect(400);
    expect(JSON.stringify(tooLate.body.errors)).toContain('begins by');
    await move(link, 3);
    const second = await newLink(token);
    expect((await show(second)).booking.changes).not.toContain('move');
    await moveTo(second, 1).expect(409);
  });

  it('allow any number of moves in time, to batches within 180 days of the batch that was booked', async () => {
    starting(10, 100, 190, 191);
    const { token, order } = await bookedOrder();
    await move(await newLink(token), 1);
    await moveTo(await newLink(token), 3).expect(400);
    await move(await newLink(token), 2);
    expect((await order()).batch.start_date).toBe(inDays(190));
  });

  it('do not allow other attendees from 48 hours before the batch', async () => {
    starting(2);
    const { token } = await bookedOrder();
    const link = await newLink(token);
    const answer = await change(link, { change: 'attendees', attendees: [zoe] }).expect(409);
    expect(answer.body.message).toContain('48 hours');
    expect((await show(link)).booking.changes).toEqual(['cancel', 'move']);
  });
});

describe('requests to an operator', () => {
  it('open a case, with details in `ops requests`', async () => {
    const { token } = await bookedOrder();
    const requested = { change: 'attendees', attendees: [zoe] };
    await withoutMail.post(`/api/receipts/${token}/requests`).send(requested).expect(200);
    expect(await cases()).toEqual([expect.stringContaining('other attendees, 1 in all')]);
    expect((await cases()).join()).not.toContain('zoe');
    const lines: string[] = [];
    expect(await requestsCommand(['--json'], { database }, (line) => lines.push(line))).toBe(0);
    expect(JSON.parse(lines.join('\n')).requests).toEqual([
      expect.objectContaining({ change: 'attendees', requested }),
    ]);
  });

  it('are the only way to change a booking if no emails are sent', async () => {
    const { token, order } = await bookedOrder();
    const path = `/api/receipts/${token}`;
    const can = (await withoutMail.get(`${path}/changes`).expect(200)).body.data;
    expect(can).toEqual({
      by: 'operator',
      email_hint: 'a…@example.com',
      changes: ['attendees', 'cancel', 'move'],
      booking: expect.objectContaining({ seats: 2, attendees: [ravi] }),
    });
    await withoutMail.post(`${path}/manage-link`).expect(409);
    for (const requested of [
      { change: 'cancel', seats: 1 },
      { change: 'attendees', attendees: [zoe] },
    ])
      expect((await withoutMail.post(`${path}/requests`).send(requested).expect(200)).body.data.outcome).toBe(
        'requested',
      );
    expect(await order()).toMatchObject({ cancelledSeats: 0, attendees: [ravi] });
    expect(await cases()).toHaveLength(2);
    for (let asked = 0; asked < 3; asked += 1)
      await withoutMail.post(`${path}/requests`).send({ change: 'cancel', seats: 1 }).expect(200);
    await withoutMail.post(`${path}/requests`).send({ change: 'cancel', seats: 1 }).expect(429);
  });

  it('are refused if a link can make the change', async () => {
    const { token } = await bookedOrder();
    expect((await http.get(`/api/receipts/${token}/changes`)).body.data.by).toBe('link');
    await http.post(`/api/receipts/${token}/requests`).send({ change: 'cancel', seats: 1 }).expect(409);
  });

  it('are erased with their payer', async () => {
    const { token } = await bookedOrder();
    await freshLink(token);
    const requested = { change: 'cancel', seats: 1 };
    await withoutMail.post(`/api/receipts/${token}/requests`).send(requested).expect(200);
    await sql`update cases set closed_at = now()`.execute(database);
    await transact(database, (transaction) => erasePayer(transaction, 'asha@example.com'));
    expect(await database.selectFrom('change_requests').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('manage_links').selectAll().execute()).toEqual([]);
  });
});

describe('POST /api/receipt-links', () => {
  const ask = (email: string) => http.post('/api/receipt-links').send({ email }).expect(200);

  it('gives the same answer for every address, and mails the links to an address with bookings', async () => {
    const { token, orderId } = await bookedOrder();
    await stack.open({ email: 'unpaid@example.com' });
    const known = await ask('ASHA@example.com');
    await expect.poll(() => mails).toHaveLength(1);
    const unknown = [await ask('nobody@example.com'), await ask('unpaid@example.com')];
    for (const answer of unknown) expect(answer.body).toEqual(known.body);
    expect(known.body.data).toEqual({ by: 'mail' });
    await http.get(`/api/manage/${'0'.repeat(40)}`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      kind: 'receipt_links',
      recipient: 'asha@example.com',
      requestedFrom: expect.any(String),
      facts: { orders: [{ receiptUrl: `https://academy.example/receipt/${token}` }] },
    });
    expect(orderId).toBeTruthy();
  });

  it('says so if no emails are sent', async () => {
    const { body } = await withoutMail.post('/api/receipt-links').send({ email: 'asha@example.com' });
    expect(body.data).toEqual({ by: 'operator' });
  });
});

it('stores all data of its emails in their rows', async () => {
  twoBatches();
  const { token } = await bookedOrder();
  await change(await freshLink(token), { change: 'move', course_schedule_id: otherBatch }).expect(200);
  await http.post('/api/receipt-links').send({ email: 'asha@example.com' }).expect(200);
  await expect.poll(() => mails.map(({ kind }) => kind)).toContain('receipt_links');
  await stack.sendBookingChanges();
  const moved = await mailsOf('booking_moved');
  const sender = { brand: 'Kaveri', siteUrl: 'https://academy.example' };
  const texts = [...mails, ...moved].map(({ kind, facts }) => {
    // In the form in which the database returns them.
    const data = JSON.parse(JSON.stringify(facts));
    const mail = readMail({ id: kind, kind, data });
    return renderMail(mail.kind, mail.data, sender).text;
  });
  expect(texts).toHaveLength(4);
  expect(texts.join()).toContain('#manage=');
  expect(texts.join()).toContain('Sat 19 Dec 2099');
});
