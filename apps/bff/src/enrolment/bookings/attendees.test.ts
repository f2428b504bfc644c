import { beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { someBatch } from '../../../testing/checkout/upstream-double.ts';
import { transact } from '../../platform/database/transact.ts';
import { decide } from '../decisions/decide.ts';
import { erasePayer } from '../orders/erasure/erasure.ts';

const stack = await useCheckoutStack();
const { http, upstream } = stack;

beforeEach(() => stack.reset());

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };
const asha = { name: 'Asha Nair', email: 'asha@example.com' };

const receiptOf = (path: string) => `/api/receipts/${path.replace('/receipt/', '')}`;
const fill = (path: string, attendees: unknown) =>
  http.post(`${receiptOf(path)}/attendees`).send({ attendees });
const seatsOf = async (path: string) => {
  const { attendees, attendees_open } = (await http.get(receiptOf(path)).expect(200)).body.data;
  return { attendees, attendees_open };
};

/** @returns the ids and the receipt path of a booked order */
async function bookedOrder(overrides: Record<string, unknown> = {}) {
  const opened = await stack.open(overrides);
  const paid = await stack.pay(opened.order_id);
  await http.post('/api/booking').send(paid).expect(200);
  return { orderId: opened.order_id, path: opened.receipt_path, order: await stack.order(opened.order_id) };
}

describe('people named at the checkout', () => {
  it('are stored with the order, shown on its receipt, and sent with the booking', async () => {
    const { path } = await bookedOrder({ number_of_course: 3, attendees: [ravi, {}, zoe] });
    expect(await seatsOf(path)).toEqual({ attendees: [ravi, zoe, null], attendees_open: true });
    expect(upstream.bookings[0]?.body).toMatchObject({ attendees: [ravi, zoe] });
  });

  it('are optional: a booking without them has no attendees', async () => {
    const { path, order } = await bookedOrder();
    expect(upstream.bookings[0]?.body).not.toHaveProperty('attendees');
    expect(await seatsOf(path)).toEqual({ attendees: [null, null], attendees_open: true });
    expect(order).toMatchObject({ attendeesVersion: 0, attendeesReported: 0 });
  });

  it('are left out of a booking with the specified fields only, and are still to be reported', async () => {
    stack.deps.settings.upstreamExtraFields = false;
    const { order } = await bookedOrder({ attendees: [ravi] });
    expect(upstream.bookings[0]?.body).not.toHaveProperty('attendees');
    expect(order).toMatchObject({ attendees: [ravi], attendeesVersion: 1, attendeesReported: 0 });
  });

  it.each([
    ['a row with an error', [ravi, { name: 'Zoë', email: 'zoe' }], 'attendees.1.email', /invalid/],
    ['the same address twice', [ravi, { ...zoe, email: 'RAVI@example.com' }], 'attendees.1.email', /email/],
    ['more people than seats', [ravi, zoe, asha], 'attendees', /3 people for 2 seats/],
    ['no list', 'Ravi', 'attendees', /list/],
  ])('get an error at the field: %s', async (_what, attendees, field, message) => {
    const answer = await http.post('/api/checkout').send({ ...purchase, attendees });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ [field]: [expect.stringMatching(message)] });
  });
});

describe('POST /api/receipts/:token/attendees', () => {
  it('fills empty seats, and a repeated call changes nothing', async () => {
    const { orderId, path } = await bookedOrder({ number_of_course: 3, attendees: [ravi] });
    const places = { attendees: [ravi, zoe, null], attendees_open: true };
    const first = await fill(path, [zoe]).expect(200);
    expect(first.body).toEqual({ status: 1, message: '', data: places });
    expect(first.headers['cache-control']).toBe('no-store');
    expect((await fill(path, [ravi, zoe]).expect(200)).body.data).toEqual(places);
    expect(await seatsOf(path)).toEqual(places);
    expect(await stack.order(orderId)).toMatchObject({ attendeesVersion: 2, attendeesReported: 1 });
  });

  it('leaves the frozen booking unchanged: people named later are not in it, and are still to be reported', async () => {
    upstream.onBooking = 'http_500';
    const { order_id: orderId, receipt_path: path } = await stack.open({ attendees: [ravi] });
    await http.post('/api/booking').send(await stack.pay(orderId));
    await fill(path, [zoe]).expect(200);
    upstream.onBooking = 'fine';
    await stack.workOff();
    const order = await stack.order(orderId);
    expect(order.state).toBe('booked');
    expect(upstream.bookings[0]?.body).toMatchObject({ attendees: [ravi] });
    expect(order).toMatchObject({ attendees: [ravi, zoe], attendeesVersion: 2, attendeesReported: 1 });
  });

  it('never fills a seat twice under concurrency', async () => {
    const { path } = await bookedOrder({ number_of_course: 3 });
    const someone = (index: number) => ({ name: `Person ${index}`, email: `p${index}@example.com` });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => fill(path, [someone(index % 6)])),
    );
    const { attendees, attendees_open } = await seatsOf(path);
    expect(new Set(attendees.map(({ email }: typeof ravi) => email)).size).toBe(3);
    expect(attendees_open).toBe(false);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.body).toMatchObject({ status: 0, message: 'No seat is empty.' });
  });

  it('adds all people or none', async () => {
    const { path } = await bookedOrder({ attendees: [ravi] });
    const answer = await fill(path, [zoe, asha]).expect(409);
    expect(answer.body).toEqual({
      status: 0,
      message: 'Only 1 seat is empty.',
      errors: { attendees: ['Only 1 seat is empty.'] },
      data: { attendees: [ravi, null], attendees_open: true },
    });
    expect(await seatsOf(path)).toEqual({ attendees: [ravi, null], attendees_open: true });
  });

  it('does not replace attendees', async () => {
    const { path } = await bookedOrder({ attendees: [ravi] });
    const other = { name: 'Ravi Kumar', email: 'Ravi@Example.com' };
    const answer = await fill(path, [other]).expect(409);
    expect(answer.body.errors).toEqual({ 'attendees.0.email': [expect.stringContaining('another seat')] });
    expect((await seatsOf(path)).attendees).toEqual([ravi, null]);
  });

  it('returns an error for each invalid row', async () => {
    const { path } = await bookedOrder();
    const answer = await fill(path, [
      { name: '', email: 'a@example.com' },
      { name: 'B', email: 'b' },
    ]);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(['attendees.0.name', 'attendees.1.email']);
    await http
      .post(`${receiptOf(path)}/attendees`)
      .send({})
      .expect(400);
    await fill(`/receipt/${'0'.repeat(40)}`, [ravi]).expect(404);
    await fill('/receipt/nobody', [ravi]).expect(404);
  });

  it('accepts only orders that are paid and not refunded', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    expect((await fill(path, [ravi]).expect(409)).body.message).toMatch(/after this order is paid/);
    upstream.onBooking = 'refuse';
    await http.post('/api/booking').send(await stack.pay(orderId));
    await fill(path, [ravi]).expect(200);
    const { id } = await stack.order(orderId);
    await decide(stack.deps, id, { kind: 'refund' }, 'asked for');
    expect((await fill(path, [zoe]).expect(409)).body.message).toMatch(/No seats are booked/);
    expect(await seatsOf(path)).toMatchObject({ attendees_open: false });
  });

  it('does not count cancelled seats as empty', async () => {
    const { order, path } = await bookedOrder({ number_of_course: 3, attendees: [ravi] });
    await decide(stack.deps, order.id, { kind: 'cancel', seats: 1 }, 'one is ill');
    expect((await seatsOf(path)).attendees).toEqual([ravi, null]);
    await fill(path, [zoe, asha]).expect(409);
    await fill(path, [zoe]).expect(200);
    await decide(stack.deps, order.id, { kind: 'cancel', seats: 2 }, 'all are ill');
    expect((await fill(path, [ravi]).expect(409)).body.message).toMatch(/No seats are booked/);
  });

  it('refuses names after the course has ended', async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    upstream.schedules.set(101, [someBatch({ start_date: day, end_date: day })]);
    const { path } = await bookedOrder();
    await stack.setClock(6 * 86_400_000);
    expect((await fill(path, [ravi]).expect(409)).body.message).toMatch(/has ended/);
  });
});

describe('cancelling some seats', () => {
  const cancelOne = (id: string, leaving?: readonly string[]) =>
    decide(stack.deps, id, { kind: 'cancel', seats: 1, leaving }, 'one is ill');
  const mailsTo = async (orderId: string, address: string) =>
    (
      await stack.database
        .selectFrom('mails')
        .select('kind')
        .where('order_id', '=', orderId)
        .where('recipient', '=', address)
        .orderBy('created_at')
        .execute()
    ).map(({ kind }) => kind);

  it('asks which attendees leave if more people are named than seats remain', async () => {
    const { order, orderId } = await bookedOrder({ attendees: [ravi, zoe] });
    await expect(cancelOne(order.id)).rejects.toThrow(
      '2 people are named for the 1 seat that remains: choose 1 person who leaves',
    );
    await expect(stack.deps.decisions.preview(order.id, { kind: 'cancel', seats: 1 })).rejects.toMatchObject({
      code: 'attendees_unchosen',
    });
    await expect(cancelOne(order.id, [asha.email])).rejects.toThrow('Only attendees of this order');
    await expect(cancelOne(order.id, [ravi.email, zoe.email])).rejects.toThrow('2 people leave');
    expect(await stack.order(orderId)).toMatchObject({
      cancelledSeats: 0,
      attendees: [ravi, zoe],
    });
  });

  it('removes the leaving attendees from the order before the upstream has fewer seats, and mails nobody else', async () => {
    stack.deps.settings.upstreamBookingChanges = true;
    const { order, orderId, path } = await bookedOrder({ attendees: [ravi, zoe] });
    await cancelOne(order.id, ['RAVI@example.com']);
    expect(await stack.order(orderId)).toMatchObject({ cancelledSeats: 1, attendees: [zoe] });
    expect((await seatsOf(path)).attendees).toEqual([zoe]);
    expect((await mailsTo(order.id, ravi.email)).at(-1)).toBe('booking_cancelled');
    expect(await mailsTo(order.id, zoe.email)).not.toContain('booking_cancelled');
    await stack.sendBookingChanges();
    const bodies = upstream.changes.map(({ body }) => body);
    expect(bodies).toMatchObject([{ attendees: [zoe] }, { seats: 1 }]);
  });

  it('asks nothing if all seats are cancelled, or if enough seats are empty', async () => {
    const named = await bookedOrder({ number_of_course: 3, attendees: [ravi, zoe] });
    await cancelOne(named.order.id);
    expect(await stack.order(named.orderId)).toMatchObject({ attendees: [ravi, zoe] });
    await decide(stack.deps, named.order.id, { kind: 'cancel' }, 'all are ill');
    expect(await stack.order(named.orderId)).toMatchObject({ cancelledSeats: 3 });
  });
});

it('erases the attendees with the payer', async () => {
  const { orderId, path } = await bookedOrder({ attendees: [ravi] });
  await fill(path, [zoe]).expect(200);
  expect(
    (await transact(stack.deps.database, (transaction) => erasePayer(transaction, purchase.email))).erased,
  ).toHaveLength(1);
  const rows = await stack.database.selectFrom('orders').selectAll().execute();
  const events = await stack.database.selectFrom('order_events').selectAll().execute();
  expect(JSON.stringify([rows, events])).not.toMatch(/ravi|zo[eë]/i);
  expect((await stack.order(orderId)).attendees).toEqual([]);
  await fill(path, [asha]).expect(404);
});
