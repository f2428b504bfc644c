/**
 * Sends far more visitors than there are seats to three replicas. One of the replicas is killed repeatedly, and another
 * channel sells seats of the same batch without holds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { scheduleOnSale } from '@meridian/contracts/site/schedule/seats';
import type { Stack } from '@meridian/stack/stack';
import pg from 'pg';
import { z } from 'zod';
import { billing } from '../billing.ts';
import { clientOf, openedOrder, type ProductClient, post } from '../payments/client.ts';
import { ops } from '../payments/operator.ts';
import { killRepeatedly } from '../payments/process-killer.ts';
import { createRandom, type Random } from '../random.ts';
import { startBalancer } from '../scale-out/balancer.ts';
import { startReplica } from '../scale-out/replicas.ts';

/** A sample course with counted seats. */
const courseId = 201;
const contact = { first_name: 'Asha', last_name: 'Rao', phone_number: '98450 12345', billing };
const visitorsAtOnce = 40;
const foreignBookings = 4;
const maxWaves = 10;
const healingMs = 60_000;

/** Settings of the replicas. They trust `X-Forwarded-For`, so that each visitor has a separate network address. */
export const rushEnvironment = {
  LOG_LEVEL: 'fatal',
  UPSTREAM_FAULTS: 'on',
  FORM_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: '127.0.0.1',
};

export interface Rush {
  seats: number;
  /** Seats of all bookings at the upstream, including those of the other channel. */
  booked: number;
  /** Seats of the other channel's bookings. */
  foreign: number;
  /** Seats in captured payments, at the sandbox. */
  captured: number;
  /** Number of visitors who read that the seats are sold out. */
  told: number;
  /** Number of visitors without an answer because of a kill. */
  unanswered: number;
  waves: number;
  kills: number;
  /** Payments that are captured, but neither booked nor in a case. */
  lost: string[];
}

interface Course {
  client: ProductClient;
  stack: Stack;
  database: pg.Pool;
  batchId: number;
  random: Random;
  rush: Rush;
  seatsOf: Map<string, number>;
}

async function widestBatch({ upstreamUrl }: Stack): Promise<{ batchId: number; seats: number }> {
  const { body } = await post(`${upstreamUrl}/course_schedule`, { id: courseId });
  const { course_schedule: batches } = scheduleOnSale.parse(z.object({ data: z.unknown() }).parse(body).data);
  const [widest] = batches.toSorted((a, b) => (b.seats_left ?? 0) - (a.seats_left ?? 0));
  if (!widest?.seats_left) throw new TypeError('no batch has seats that are counted');
  return { batchId: widest.id, seats: widest.seats_left };
}

/** Requests seats. Half of the visitors who get seats leave without paying. */
async function visit({ client, batchId, random, rush, seatsOf }: Course, visitor: number): Promise<void> {
  const seats = random.between(1, 5);
  const requested = { course_id: courseId, course_schedule_id: batchId, number_of_course: seats };
  const email = `visitor-${visitor}@example.com`;
  const from = { 'x-forwarded-for': `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}` };
  const pays = random.chance(0.5);
  const callsBack = random.chance(0.7);
  const webhook = random.pick(['drop', 'send', 'duplicate']);
  try {
    const answer = await client.api('checkout', { ...requested, ...contact, email }, from);
    if (answer.httpStatus === 409) rush.told += 1;
    const opened = openedOrder.safeParse(answer.body).data?.data;
    if (!opened) {
      if (answer.httpStatus !== 409) rush.unanswered += 1;
      return;
    }
    seatsOf.set(opened.order_id, seats);
    if (!pays) return;
    const paid = await client.pay(opened.order_id, 'captured', webhook);
    if (paid && callsBack) await client.api('booking', { ...requested, ...contact, email, ...paid }, from);
  } catch (error) {
    // The connection broke: its replica was killed.
    if (!(error instanceof TypeError)) throw error;
    rush.unanswered += 1;
  }
}

async function bookElsewhere({ stack, batchId }: Course): Promise<void> {
  for (let index = 0; index < foreignBookings; index += 1)
    await post(`${stack.upstreamUrl}/booking`, {
      course_id: courseId,
      course_schedule_id: batchId,
      fee: 1,
      number_of_course: 1,
      gst_total: 0,
      sub_total: 1,
      total_fee: 1,
      transaction_id: `elsewhere_${index}`,
      ...contact,
      email: 'elsewhere@example.com',
    });
}

async function count({ client, batchId, rush, seatsOf }: Course): Promise<void> {
  const bookings = (await client.bookings()).filter((booking) => booking.course_schedule_id === batchId);
  const sum = (list: typeof bookings) => list.reduce((seats, booking) => seats + booking.number_of_course, 0);
  rush.booked = sum(bookings);
  rush.foreign = sum(bookings.filter(({ transaction_id: id }) => id.startsWith('elsewhere')));
  const payments = await client.payments();
  rush.captured = payments
    .filter(({ status }) => status === 'captured')
    .reduce((seats, { order_id: id }) => seats + (seatsOf.get(id) ?? 0), 0);
}

/** Ends all unpaid holds and reconciles payments, as after 15 minutes. */
async function endWave({ stack, database }: Course): Promise<void> {
  const isHolding = `seat_hold = 'held' and payment_id is null`;
  await database.query(`update orders set held_until = now() - interval '1 minute' where ${isHolding}`);
  await ops(stack, 'reconcile', '--all');
  const deadline = Date.now() + healingMs;
  const open = async () => {
    const { rows } = await database.query<{ open: number }>(
      `select count(*)::integer as open from orders where (${isHolding}) or booking in ('due', 'ordered')`,
    );
    return rows[0]?.open ?? 0;
  };
  while ((await open()) > 0 && Date.now() < deadline) await sleep(500);
}

async function lostPayments({ database }: Course): Promise<string[]> {
  const { rows } = await database.query<{ payment_id: string }>(`
    select payment_id from orders where payment_id is not null and booking <> 'booked'
      and not exists (select from cases where cases.order_id = orders.id and closed_at is null)`);
  return rows.map(({ payment_id: id }) => id);
}

async function playWaves(course: Course, visitors: number): Promise<void> {
  const { rush, random } = course;
  const endKilling = killRepeatedly(course.stack, random);
  let next = 0;
  try {
    while (rush.waves < maxWaves && rush.booked < rush.seats) {
      const end = next + Math.ceil(visitors / 3);
      const oneAfterTheOther = async () => {
        while (next < end) await visit(course, next++);
      };
      const all = Array.from({ length: visitorsAtOnce }, oneAfterTheOther);
      await Promise.all([...all, ...(rush.waves === 0 ? [bookElsewhere(course)] : [])]);
      rush.waves += 1;
      await endWave(course);
      await count(course);
    }
  } finally {
    rush.kills = await endKilling();
  }
}

/**
 * @param stack started with {@link rushEnvironment}
 * @param visitors number of visitors in the first three waves; more follow while seats are left
 */
export async function playRush(stack: Stack, visitors: number, seed: number): Promise<Rush> {
  const more = await Promise.all(['bff2', 'bff3'].map((name) => startReplica(stack, name, rushEnvironment)));
  const ports = [Number(new URL(stack.baseUrl).port), ...more.map(({ port }) => port)];
  const balancer = await startBalancer(ports);
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  try {
    const { batchId, seats } = await widestBatch(stack);
    const counts = { booked: 0, foreign: 0, captured: 0, told: 0, unanswered: 0, waves: 0, kills: 0 };
    const rush: Rush = { seats, ...counts, lost: [] };
    const client = clientOf({ ...stack, baseUrl: balancer.url });
    const random = createRandom(seed);
    const course: Course = { client, stack, database, batchId, random, rush, seatsOf: new Map() };
    await playWaves(course, visitors);
    await endWave(course);
    await count(course);
    rush.lost = await lostPayments(course);
    return rush;
  } finally {
    await database.end();
    await balancer.stop();
    await Promise.all(more.map((replica) => replica.stop()));
  }
}

/** @returns violations */
export function faultsOfRush({ seats, booked, foreign, captured, told, lost }: Rush): string[] {
  const faults = lost.map((id) => `${id} was captured, and is neither booked nor a case`);
  if (booked > seats) faults.push(`${booked} of ${seats} seats are booked`);
  if (booked < seats) faults.push(`only ${booked} of ${seats} seats are booked`);
  if (captured > seats) faults.push(`${captured} of ${seats} seats were paid for`);
  // Refunds are allowed only for held seats that the other channel sold.
  if (captured - (booked - foreign) > foreign)
    faults.push(`${captured} seats are paid, ${booked - foreign} booked`);
  if (told === 0) faults.push('no visitor was told that the seats are sold out');
  return faults;
}
