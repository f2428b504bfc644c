import type { BatchSeats } from '@meridian/contracts/site/schedule/seats';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { ago } from '../../platform/database/clock.ts';
import { clearOpenedFrom } from '../orders/erasure/retention.ts';
import { creditOf } from '../orders/state/ledger.ts';
import { noSeats } from '../seats/check-seats.ts';
import { freeSeats } from '../seats/free-seats.ts';
import { takenSeats } from '../seats/taken-seats.ts';

const stack = await useCheckoutStack();
const { http, upstream, database, sandbox } = stack;
const minuteMs = 60_000;

beforeEach(() => stack.reset());

/** Sets the numbers of seats that the upstream returns for the batch. */
function setSeats(seats: { seats_left?: unknown; seats_total?: unknown }): void {
  upstream.schedules.set(courseId, [someBatch(seats)]);
}

let buyers = 0;
/** Requests seats as a new visitor. */
function ask(seats: number, more: Record<string, unknown> = {}) {
  buyers += 1;
  const email = `buyer-${buyers}@example.com`;
  return http.post('/api/checkout').send({ ...purchase, email, number_of_course: seats, ...more });
}

async function opened(seats: number, more: Record<string, unknown> = {}) {
  const { body } = await ask(seats, more).expect(200);
  return body.data as { order_id: string; receipt_path: string; held_until?: string };
}

/** @returns the number of available seats, found by requesting more than there can be */
async function seatsLeft(): Promise<number> {
  const answer = await ask(10).expect(409);
  return answer.body.data.seats_left;
}

const ordersAtProvider = async () => (await sandbox.get('/_sandbox/payments')).body.data.orders.length;
const tokenOf = (order: { receipt_path: string }) => order.receipt_path.split('/').at(-1);
const holdOf = async (orderId: string) => (await stack.order(orderId)).seatHold;

it.each([
  {},
  { seats_left: 9 },
  { seats_total: 9 },
  { seats_left: 9, seats_total: 5 },
  { seats_left: 2 },
  { seats_total: 0 },
])('the database counts the free seats of %j like the server', async (seats) => {
  setSeats({ seats_left: 20 });
  for (const requested of [1, 2]) await opened(requested);
  const batchId = purchase.course_schedule_id;
  const since = new Date(Date.now() - minuteMs);
  const ours = (await takenSeats.count(database, [batchId], since)).get(batchId);
  const { seats_total: total = null, seats_left: left = null } = seats as BatchSeats;
  const { rows } = await sql<{ free: number | null }>`
    select free_seats(row(${batchId}, ${total}, ${left}, ${since})::seat_batches) as free`.execute(database);
  expect(ours).toEqual({ all: 3, unknown: 3 });
  expect(rows[0]?.free ?? undefined).toBe(freeSeats(seats, ours ?? noSeats));
});

describe('opening an order', () => {
  it('holds its seats, and returns the end of the hold', async () => {
    setSeats({ seats_left: 5 });
    const order = await opened(2);
    const inMinutes = (Date.parse(order.held_until ?? '') - Date.now()) / minuteMs;
    expect(inMinutes).toBeGreaterThan(14);
    expect(inMinutes).toBeLessThanOrEqual(15.1);
    expect(await holdOf(order.order_id)).toBe('held');
    expect(await seatsLeft()).toBe(3);
  });

  it('is refused with 409 if too few seats are left, before an order is created at the payment provider', async () => {
    setSeats({ seats_left: 2 });
    await opened(1);
    const short = await ask(2).expect(409);
    expect(short.body).toEqual({
      status: 0,
      message: 'Only 1 seat is left in this batch.',
      errors: { number_of_course: ['Only 1 seat is left in this batch.'] },
      data: { seats_left: 1 },
    });
    await opened(1);
    const soldOut = await ask(1).expect(409);
    expect(soldOut.body).toMatchObject({
      message: expect.stringContaining('sold out'),
      data: { seats_left: 0 },
    });
    expect(await ordersAtProvider()).toBe(2);
    expect(await database.selectFrom('orders').selectAll().execute()).toHaveLength(2);
  });

  it.each([{}, { seats_left: 'many', seats_total: -1 }, { seats_left: 1.5 }, { seats_left: null }])(
    'promises and limits nothing if the upstream returns %j',
    async (seats) => {
      setSeats(seats);
      const order = await opened(50);
      expect(order).not.toHaveProperty('held_until');
      expect(await holdOf(order.order_id)).toBeNull();
      await opened(50);
    },
  );

  it('subtracts all of our seats if the upstream returns only the total', async () => {
    setSeats({ seats_total: 5 });
    const booked = await opened(2);
    await http
      .post('/api/booking')
      .send(await stack.pay(booked.order_id))
      .expect(200);
    expect((await stack.order(booked.order_id)).state).toBe('booked');
    expect(await seatsLeft()).toBe(3);
  });

  it('does not subtract seats again that the upstream has counted', async () => {
    setSeats({ seats_left: 5 });
    const paid = await opened(2);
    upstream.onBooking = 'http_500';
    await http
      .post('/api/booking')
      .send(await stack.pay(paid.order_id))
      .expect(200);
    expect(await seatsLeft()).toBe(3);
    upstream.onBooking = 'fine';
    await stack.workOff();
    expect((await stack.order(paid.order_id)).state).toBe('booked');
    // The upstream now counts the booking.
    setSeats({ seats_left: 3 });
    expect(await seatsLeft()).toBe(3);
  });

  it('sells the last seat while another booking, which the upstream already counts, is being stored', async () => {
    setSeats({ seats_left: 3 });
    const paid = await opened(2);
    upstream.onBooking = 'http_500';
    await http
      .post('/api/booking')
      .send(await stack.pay(paid.order_id))
      .expect(200);
    upstream.onBooking = 'fine';
    const counted = new Map([[courseId, [someBatch({ seats_left: 1 })]]]);
    let booking: Promise<unknown> | undefined;
    counted.get = (id) => {
      booking ??= stack.workOff();
      return Map.prototype.get.call(counted, id);
    };
    upstream.schedules = counted;
    await opened(1);
    await booking;
    expect((await stack.order(paid.order_id)).state).toBe('booked');
    expect((await ask(1).expect(409)).body.data).toEqual({ seats_left: 0 });
  });

  it('never holds a seat twice under concurrency', async () => {
    setSeats({ seats_left: 8 });
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => ask(1 + (index % 3))));
    const held = answers.reduce(
      (seats, { status }, index) => seats + (status === 200 ? 1 + (index % 3) : 0),
      0,
    );
    expect(held).toBe(8);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('uses the newest read of the upstream, even if another replica made it', async () => {
    setSeats({ seats_left: 5 });
    await opened(1);
    // Another replica has since read that two seats were sold elsewhere.
    await sql`update seat_batches set seats_left = 3, read_at = now() + interval '1 minute'`.execute(
      database,
    );
    expect(await seatsLeft()).toBe(2);
  });

  it('releases the seats immediately if the payment provider creates no order', async () => {
    setSeats({ seats_left: 2 });
    await stack.fault('http_500', 10);
    await ask(2).expect(502);
    expect(await seatsLeft()).toBe(2);
  });
});

describe('limits of unpaid seats', () => {
  it('one network address can hold at most 10 in a batch, so that a stranger leaves seats to others', async () => {
    setSeats({ seats_left: 12 });
    await opened(6, { email: 'one@example.com' });
    const refused = await ask(5, { email: 'another@example.com' }).expect(409);
    expect(refused.body).toMatchObject({
      errors: { number_of_course: [expect.stringContaining('At most 10 unpaid seats')] },
      data: {},
    });
    const last = await opened(4, { email: 'another@example.com' });
    await ask(1, { email: 'third@example.com' }).expect(409);
    await ask(2, { email: 'third@example.com' }).set('x-forwarded-for', '203.0.113.7').expect(200);
    await http
      .post('/api/booking')
      .send(await stack.pay(last.order_id))
      .expect(200);
    setSeats({ seats_left: 12 });
    await opened(4, { email: 'another@example.com' });
  });

  it('holds under somebody’s email from another network address do not limit that person', async () => {
    setSeats({ seats_left: 100 });
    const email = 'asha@example.com';
    await opened(10, { email });
    await ask(10, { email }).set('x-forwarded-for', '203.0.113.7').expect(200);
  });

  it('one network address can hold at most 20 in all batches, also under concurrency', async () => {
    const ids = [0, 1, 2, 3].map((number) => purchase.course_schedule_id + number);
    const batches = ids.map((id) => someBatch({ id, seats_left: 100 }));
    upstream.schedules.set(courseId, batches);
    const answers = await Promise.all([...ids, ...ids].map((id) => ask(5, { course_schedule_id: id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.find(({ status }) => status === 409)?.text).toContain('At most 20 unpaid seats');
  });
});

describe('an expired hold', () => {
  it('ends only after the payment provider was asked for payments', async () => {
    setSeats({ seats_left: 2 });
    const order = await opened(2);
    await stack.setClock(14 * minuteMs);
    expect(await stack.checkout.releaseHolds()).toEqual({ holdsChecked: 0, holdsReleased: 0 });
    await stack.setClock(16 * minuteMs);
    expect(await seatsLeft()).toBe(0);
    await stack.fault('http_500');
    expect(await stack.checkout.releaseHolds()).toEqual({ holdsChecked: 1, holdsReleased: 0 });
    expect(await holdOf(order.order_id)).toBe('held');
    expect(await stack.checkout.releaseHolds()).toEqual({ holdsChecked: 1, holdsReleased: 1 });
    expect(await holdOf(order.order_id)).toBe('released');
    expect(await seatsLeft()).toBe(2);
  });

  it('becomes a booking if the order was paid and nobody reported it', async () => {
    setSeats({ seats_left: 2 });
    const order = await opened(2);
    await stack.pay(order.order_id);
    await stack.setClock(16 * minuteMs);
    await stack.checkout.releaseHolds();
    await stack.workOff();
    expect(await stack.order(order.order_id)).toMatchObject({ state: 'booked', seatHold: 'held' });
  });

  it('stays while a payment of its order cannot be captured', async () => {
    setSeats({ seats_left: 2 });
    const order = await opened(2);
    await stack.pay(order.order_id, 'authorized');
    await stack.setClock(16 * minuteMs);
    await stack.fault('invalid_data');
    expect(await stack.checkout.releaseHolds()).toEqual({ holdsChecked: 1, holdsReleased: 0 });
    expect(await holdOf(order.order_id)).toBe('held');
    await stack.checkout.releaseHolds();
    expect(await stack.order(order.order_id)).toMatchObject({ booking: 'due', seatHold: 'held' });
  });

  it('keeps the key of the order’s network address for a day', async () => {
    setSeats({ seats_left: 2 });
    await opened(1);
    const openers = () => database.selectFrom('orders').select('opened_from').execute();
    await clearOpenedFrom(database);
    expect(await openers()).toEqual([{ opened_from: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await database
      .updateTable('orders')
      .set({ created_at: ago(25 * 60 * minuteMs) })
      .execute();
    await clearOpenedFrom(database);
    expect(await openers()).toEqual([{ opened_from: null }]);
  });

  it('is followed by no other hold of its network address in the batch until an order is paid', async () => {
    setSeats({ seats_left: 2 });
    await opened(2);
    await stack.setClock(16 * minuteMs);
    await stack.checkout.releaseHolds();
    const again = await opened(2);
    expect(again).not.toHaveProperty('held_until');
    expect(await holdOf(again.order_id)).toBe('released');
    expect(await seatsLeft()).toBe(2);
    const replaced = await opened(2, { replaces: tokenOf(again) });
    expect(replaced).not.toHaveProperty('held_until');

    // Seats are left, so the order is booked, and its network address can hold seats again.
    await http
      .post('/api/booking')
      .send(await stack.pay(replaced.order_id))
      .expect(200);
    expect(await stack.order(replaced.order_id)).toMatchObject({ booking: 'booked', seatHold: 'held' });
  });

  it('leaves its seats to another network address while the next unpaid order has no hold', async () => {
    setSeats({ seats_left: 2 });
    await opened(2);
    await stack.setClock(16 * minuteMs);
    await stack.checkout.releaseHolds();
    const stranger = await opened(2);
    const visitor = await ask(2).set('x-forwarded-for', '203.0.113.7').expect(200);
    expect(await holdOf(visitor.body.data.order_id)).toBe('held');
    const late = await http.post('/api/booking').send(await stack.pay(stranger.order_id));
    expect(late.status).not.toBe(500);
    expect(await stack.order(stranger.order_id)).toMatchObject({ booking: 'dropped' });
    expect(await holdOf(visitor.body.data.order_id)).toBe('held');
  });
});

describe('a second attempt', () => {
  it('takes over the seats of its own unpaid order, also with a corrected email address', async () => {
    setSeats({ seats_left: 2 });
    const first = await opened(2, { email: 'asha@exmaple.com' });
    await ask(2, { email: 'asha@exmaple.com' }).expect(409);
    const second = await opened(2, { email: 'asha@example.com', replaces: tokenOf(first) });
    expect([await holdOf(first.order_id), await holdOf(second.order_id)]).toEqual(['released', 'held']);
    expect(await seatsLeft()).toBe(0);
  });

  it('leaves the seats to the first order if there are too few for the second', async () => {
    setSeats({ seats_left: 2 });
    const first = await opened(1);
    await ask(3, { replaces: tokenOf(first) }).expect(409);
    expect(await holdOf(first.order_id)).toBe('held');
  });

  it('takes no seats from an order that turns out to be paid', async () => {
    setSeats({ seats_left: 2 });
    const first = await opened(2);
    await stack.pay(first.order_id);
    await ask(2, { replaces: tokenOf(first) }).expect(409);
    expect(await stack.order(first.order_id)).toMatchObject({ booking: 'due', seatHold: 'held' });
  });

  it.each(['0'.repeat(40), 'no token', 7])('is an ordinary order if it replaces %j', async (replaces) => {
    setSeats({ seats_left: 2 });
    await opened(2, { replaces });
    await ask(1, { replaces }).expect(409);
  });
});

describe('a payment after the end of its hold', () => {
  async function late(seats: number) {
    const order = await opened(seats);
    await stack.setClock(16 * minuteMs);
    await stack.checkout.releaseHolds();
    return order;
  }

  const documentsRequested = async (id: string) => {
    const requests = database.selectFrom('document_requests').select('kind').where('order_id', '=', id);
    return (await requests.execute()).map(({ kind }) => kind);
  };

  it('is booked if seats are free', async () => {
    setSeats({ seats_left: 2 });
    const order = await late(2);
    await http
      .post('/api/booking')
      .send(await stack.pay(order.order_id))
      .expect(200);
    const booked = await stack.order(order.order_id);
    expect(booked).toMatchObject({ state: 'booked', seatHold: 'held' });
    expect(await documentsRequested(booked.id)).toEqual(['invoice']);
  });

  it('is refunded if no seats are free, without tax documents', async () => {
    setSeats({ seats_left: 2 });
    const order = await late(2);
    await ask(1).set('x-forwarded-for', '203.0.113.7').expect(200);
    const answer = await http
      .post('/api/booking')
      .send(await stack.pay(order.order_id))
      .expect(200);
    expect(answer.body.data.state).toBe('refund_due');
    await stack.sendRefunds();
    const unbooked = await stack.order(order.order_id);
    expect(unbooked).toMatchObject({ state: 'refund_due', booking: 'dropped', seatHold: 'released' });
    expect(creditOf(unbooked.payments[0]?.flows ?? {}, 'requested')).toBe(unbooked.price.totalPaise);
    expect(unbooked.payments[0]?.refunds).toMatchObject([
      { amountPaise: unbooked.price.totalPaise, state: 'pending', source: 'operator' },
    ]);
    expect(await stack.cases()).toEqual([]);
    expect(await documentsRequested(unbooked.id)).toEqual([]);
    expect(upstream.bookings).toEqual([]);
    // The payment takes no seats.
    expect(await seatsLeft()).toBe(1);
  });

  it('ends as one booking and one refund if two of them compete for the last seat', async () => {
    // Only the total, because `seats_left` of the stand-in does not change with its bookings.
    setSeats({ seats_total: 1 });
    const first = await late(1);
    await stack.setClock(0);
    const second = await late(1);
    const paid = await Promise.all([stack.pay(first.order_id), stack.pay(second.order_id)]);
    await Promise.all(paid.map((claim) => http.post('/api/booking').send(claim).expect(200)));
    await stack.workOff();
    const states = [await stack.order(first.order_id), await stack.order(second.order_id)];
    expect(states.map(({ state }) => state).toSorted()).toEqual(['booked', 'refund_due']);
    expect(upstream.bookings).toHaveLength(1);
  });

  it('waits while the upstream is down', async () => {
    setSeats({ seats_left: 2 });
    const order = await late(2);
    upstream.onSchedule = 'http_500';
    await http
      .post('/api/booking')
      .send(await stack.pay(order.order_id))
      .expect(200);
    expect((await stack.order(order.order_id)).state).toBe('paid');
    upstream.onSchedule = 'fine';
    await stack.workOff();
    expect((await stack.order(order.order_id)).state).toBe('booked');
  });

  it('is booked if the upstream no longer counts the seats', async () => {
    setSeats({ seats_left: 2 });
    const order = await late(2);
    setSeats({});
    await http
      .post('/api/booking')
      .send(await stack.pay(order.order_id))
      .expect(200);
    expect((await stack.order(order.order_id)).state).toBe('booked');
  });
});
