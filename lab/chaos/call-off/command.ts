/**
 * `pnpm lab chaos call-off [--bookings N] [--seed N]`: calls a batch off while the command and the server are killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, dayInIndia } from '@meridian/contracts/india-time';
import { type Stack, startStack } from '@meridian/stack/stack';
import pg from 'pg';
import { z } from 'zod';
import { billing } from '../billing.ts';
import { openedOrder, post } from '../payments/client.ts';
import { ops, opsKilledAfter } from '../payments/operator.ts';
import { killRepeatedly } from '../payments/process-killer.ts';
import { chooseSeed, createRandom } from '../random.ts';

const courseId = 101;
const trainer = 'Kavya Raghunathan';
const print = (line: string) => process.stdout.write(`${line}\n`);
const finishMs = 150_000;
const commandKills = 8;

const created = z.object({ batches: z.array(z.object({ id: z.number() })) });

async function createBatch(stack: Stack, seats: number): Promise<number> {
  const day = addDays(dayInIndia(new Date()), 40);
  const place = '--mode online --city none --venue-state none --joining none';
  const line = `batches create ${courseId} --class-days ${day} --start-time 04:00 --end-time 05:00 ${place} --seats ${seats} --on-sale --json`;
  const text = await ops(stack, ...line.split(' '), '--trainer', trainer);
  const [batch] = created.parse(JSON.parse(text)).batches;
  if (!batch) throw new Error('no batch was created');
  return batch.id;
}

async function book({ baseUrl, sandboxUrl }: Stack, batchId: number, visitor: number): Promise<void> {
  const { body } = await post(`${baseUrl}/api/checkout`, {
    course_id: courseId,
    course_schedule_id: batchId,
    number_of_course: 1,
    first_name: 'Asha',
    last_name: 'Rao',
    email: `visitor-${visitor}@example.com`,
    phone_number: '98450 12345',
    billing,
  });
  const { order_id } = openedOrder.parse(body).data;
  await post(`${sandboxUrl}/_sandbox/pay`, { order_id, outcome: 'captured', webhook: 'send' });
}

async function rowsOf<Row extends object>(stack: Stack, query: string, batchId: number): Promise<Row[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query, [batchId])).rows;
  } finally {
    await client.end();
  }
}

const ofBatch = `(o.batch ->> 'course_schedule_id')::bigint = $1`;
const count = async (stack: Stack, what: string, batchId: number) =>
  Number((await rowsOf<{ n: string }>(stack, `select count(*) as n from ${what}`, batchId))[0]?.n ?? 0);
const booked = (stack: Stack, batchId: number) =>
  count(stack, `orders o where ${ofBatch} and o.booking = 'booked' and o.cancelled_seats < o.seats`, batchId);

async function until(isDone: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    if (await isDone()) return true;
    await sleep(500);
  }
  return false;
}

/** @returns differences from the required end; until all work has ended, there are some */
async function faultsOf(stack: Stack, batchId: number, bookings: number): Promise<string[]> {
  const left = await booked(stack, batchId);
  const refunds = `refunds r join orders o on o.id = r.order_id where ${ofBatch} and r.state <> 'failed'`;
  const mails = `mails m join orders o on o.id = m.order_id where ${ofBatch}`;
  const figures: [string, number, number][] = [
    ['bookings left', left, 0],
    ['refunds', await count(stack, refunds, batchId), bookings],
    [
      'emails of the batch',
      await count(stack, `${mails} and m.kind = 'batch_called_off'`, batchId),
      bookings,
    ],
    ['emails of a cancellation', await count(stack, `${mails} and m.kind = 'booking_cancelled'`, batchId), 0],
  ];
  const answer = await fetch(`${stack.sandboxUrl}/_sandbox/payments`);
  const { refunds: made } = z
    .object({ refunds: z.array(z.object({ payment_id: z.string() })) })
    .parse(z.object({ data: z.unknown() }).parse(await answer.json()).data);
  figures.push(
    ['refunds at the provider', made.length, bookings],
    ['payments with a refund', new Set(made.map(({ payment_id: id }) => id)).size, bookings],
  );
  return figures.flatMap(([what, is, should]) =>
    is === should ? [] : [`${what}: ${is} instead of ${should}`],
  );
}

async function play(stack: Stack, bookings: number, seed: number): Promise<string[]> {
  // Until a booking is stored here, a seat that the upstream already counts is counted twice.
  const batchId = await createBatch(stack, bookings * 2);
  for (let visitor = 0; visitor < bookings; visitor += 1) await book(stack, batchId, visitor);
  if (!(await until(async () => (await booked(stack, batchId)) === bookings, finishMs)))
    return ['not all payments were booked in time'];
  const random = createRandom(seed);
  const stopKilling = killRepeatedly(stack, random);
  const callOff = ['batches', 'call-off', String(batchId), '--outcome', 'refund', '--note', 'too few'];
  let killedCommands = 0;
  // Each command runs longer than the one before. So one kill hits before the first commit, and others hit between bookings.
  for (let ms = 300; killedCommands < commandKills; ms += random.between(50, 400)) {
    const output = await opsKilledAfter(stack, ms, ...callOff);
    if (output !== undefined) print(output.trim());
    if (output !== undefined) break;
    killedCommands += 1;
    print(`command killed after ${ms} ms: ${await booked(stack, batchId)} bookings left`);
  }
  await until(async () => (await faultsOf(stack, batchId, bookings)).length === 0, finishMs);
  print(`${bookings} bookings, ${killedCommands} kills of the command, ${await stopKilling()} of the server`);
  return faultsOf(stack, batchId, bookings);
}

/** @returns exit status: 0 if each booking has exactly one refund and one email */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { bookings: { type: 'string' }, seed: { type: 'string' } } });
  const bookings = Number(values.bookings ?? 40);
  if (!(Number.isInteger(bookings) && bookings > 0)) {
    print('--bookings needs a whole number of at least 1');
    return 2;
  }
  const stack = await startStack({ env: { LOG_LEVEL: 'fatal', FORM_LIMIT_PER_MINUTE: '0' } });
  try {
    const faults = await play(stack, bookings, chooseSeed(values.seed));
    for (const fault of faults) print(`  ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}
