/**
 * Many visitors compete for 20 seats on three replicas with separate pools. Another channel books at the
 * upstream meanwhile, and many holds expire. Counts are taken from the upstream's bookings and the payment
 * provider's captures.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutRequest } from '@meridian/contracts/enrolment/orders';
import { useTestUpstream } from '@meridian/upstream/test-upstream';
import supertest from 'supertest';
import { afterAll, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createBookings } from '../bookings/bookings.ts';
import { createReconciler } from '../reconciler/reconciler.ts';
import { createCheckout } from './checkout.ts';

const seats = 20;
const visitorsOfWave = 60;
const maxWaves = 20;
const foreignBookings = 4;
const courseId = 101;

const upstream = await useTestUpstream({
  batches: [{ seats, sold_elsewhere: [] }],
  start: new Date().toISOString(),
});
const upstreamUrl = await upstream.app.listen({ host: '127.0.0.1', port: 0 });
const upstreamHttp = supertest(upstreamUrl);
const stack = await useCheckoutStack({ upstreamUrl });

const gateMs = 5_000;
let toCome = 0;
let gate = Promise.withResolvers<void>();

/**
 * Lets this number of reads of the upstream finish at the same time, so that the code after them runs
 * concurrently.
 */
function closeGate(reads: number): void {
  toCome = reads;
  gate = Promise.withResolvers();
}

async function passGate(): Promise<void> {
  toCome -= 1;
  if (toCome <= 0) gate.resolve();
  // A visitor who is refused before the read never arrives.
  await Promise.race([gate.promise, sleep(gateMs)]);
}

// Answers take longer on a busy machine, and the test is not about duration.
const timeoutMs = 20_000;
const replicas = Array.from({ length: 3 }, () => {
  const database = openDatabase(stack.databaseUrl, { maxConnections: 5 });
  const client = createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs });
  const settings = { ...stack.deps.settings, bookingTimeoutMs: timeoutMs };
  const read: typeof client.read = (name, request) => client.read(name, request).finally(passGate);
  const gated = { ...client, read };
  const services = { ...stack.deps, database, upstream: gated, settings };
  const bookings = createBookings(services);
  afterAll(async () => {
    await bookings.idle();
    await database.destroy();
  });
  return { ...createCheckout({ ...services, bookings }), ...bookings, ...createReconciler(services) };
});

/** @returns a batch that does not begin while the clock is moved ahead */
async function batchId(): Promise<number> {
  const { body } = await upstreamHttp.post('/course_schedule').send({ id: courseId });
  const earliest = Date.now() + 3 * 24 * 60 * 60_000;
  const batches: { id: number; start_date: string }[] = body.data.course_schedule;
  return (
    batches.find(({ start_date: day }) => Date.parse(day) > earliest)?.id ?? expect.fail('no later batch')
  );
}

interface Count {
  foreign: number;
  captured: number;
  /** Number of visitors who got seats, and the seats of those who left without paying. */
  opened: number;
  leftSeats: number;
  refused: number;
}

const requestedSeats = (visitor: number) => 1 + (visitor % 5);

/** Ignores a timeout. @throws any other error */
function unanswered(error: unknown): undefined {
  if (!(error instanceof Refusal && error.retry)) throw error;
}

/**
 * Requests seats as a visitor. The first visitors who get seats leave without paying, until they have left
 * more than the other channel can book, so that the seats are not sold in one wave. Then every second visitor
 * pays.
 */
async function visit(batch: number, visitor: number, count: Count): Promise<void> {
  const replica = replicas[visitor % replicas.length];
  const requested: CheckoutRequest = {
    course_id: courseId,
    course_schedule_id: batch,
    number_of_course: requestedSeats(visitor),
    ...buyer,
    email: `visitor-${visitor}@example.com`,
  };
  const address = `10.0.${Math.floor(visitor / 250)}.${visitor % 250}`;
  const opened = await replica?.open(requested, { openedFrom: address }).catch(unanswered);
  if (opened?.kind === 'seats_short') count.refused += 1;
  if (opened?.kind !== 'opened') return;
  count.opened += 1;
  if (count.leftSeats <= foreignBookings || count.opened % 2 === 1) {
    count.leftSeats += requestedSeats(visitor);
    return;
  }
  const paid = await stack.pay(opened.data.order_id);
  count.captured += requestedSeats(visitor);
  await replica?.confirm(paid).catch(unanswered);
}

/** Books through a channel that does not know our holds. */
async function bookElsewhere(batch: number, index: number, count: Count): Promise<void> {
  const { body } = await upstreamHttp.post('/booking').send({
    course_id: courseId,
    course_schedule_id: batch,
    fee: 1,
    number_of_course: 1,
    gst_total: 0,
    sub_total: 1,
    total_fee: 1,
    transaction_id: `elsewhere_${index}`,
    ...buyer,
  });
  if (body.status === 1) count.foreign += 1;
}

/** @returns the number of seats of orders that are held or paid for */
async function takenSeats(): Promise<number> {
  const rows = await stack.database
    .selectFrom('orders')
    .select('seats')
    .where('seat_hold', '=', 'held')
    .execute();
  return rows.reduce((sum, row) => sum + row.seats, 0);
}

async function bookedSeats(): Promise<number> {
  const rows = await upstream.database.selectFrom('bookings').select('number_of_course').execute();
  return rows.reduce((sum, row) => sum + row.number_of_course, 0);
}

it('20 seats are sold once, and all of them are sold', async () => {
  const batch = await batchId();
  const count: Count = { foreign: 0, captured: 0, opened: 0, leftSeats: 0, refused: 0 };
  let visitors = 0;
  let waves = 0;
  for (; waves < maxWaves && (await bookedSeats()) < seats; waves += 1) {
    closeGate(visitorsOfWave);
    const wave = Array.from({ length: visitorsOfWave }, (_, index) => visit(batch, visitors + index, count));
    visitors += visitorsOfWave;
    if (waves === 0)
      wave.push(...Array.from({ length: foreignBookings }, (_, index) => bookElsewhere(batch, index, count)));
    await Promise.all(wave);
    expect(await takenSeats()).toBeLessThanOrEqual(seats);
    expect(count.captured).toBeLessThanOrEqual(seats);
    // More than the hold's time later, unpaid seats are free again.
    await stack.setClock((waves + 1) * 16 * 60_000);
    await Promise.all(replicas.map((replica) => replica.releaseHolds()));
    await stack.workOff();
  }
  expect(await bookedSeats()).toBe(seats);
  expect(waves).toBeGreaterThan(1);
  expect(count.refused).toBeGreaterThan(0);
  // A capture whose seats the other channel took despite the hold is a case. Every other capture is a
  // booking.
  const orders = await stack.database
    .selectFrom('orders')
    .select(['state', 'seats'])
    .where('payment_id', 'is not', null)
    .execute();
  const sumOf = (state: string) =>
    orders.filter((order) => order.state === state).reduce((sum, order) => sum + order.seats, 0);
  expect(sumOf('booked') + count.foreign).toBe(seats);
  expect(sumOf('booked') + sumOf('needs_review') + sumOf('refund_due')).toBe(count.captured);
  expect(await stack.cases()).toHaveLength(orders.filter(({ state }) => state !== 'booked').length);
}, 120_000);
