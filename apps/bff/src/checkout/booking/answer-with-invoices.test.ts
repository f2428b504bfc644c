/**
 * Issuing adds nothing to the time of a booking's answer. `BOOKING_ROUNDS=20` measures it: bookings with and without a
 * supplier by turns, in one process that issues and draws meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createInvoices, type Invoices, startInvoiceWorkers } from '../../invoices/invoices.ts';
import { supplier } from '../../invoices/testing/settings.ts';
import { type Paid, useCheckoutStack } from '../testing/checkout-stack.ts';
import { until } from '../testing/waiting.ts';

const stack = await useCheckoutStack();
const { http, database, jobs, deps } = stack;
const rounds = Number(process.env.BOOKING_ROUNDS ?? 0);
const bookingsARound = 10;
/** Bookings before them, so that documents of theirs are being issued and drawn meanwhile. */
const ahead = 3;

const settings = { prefix: 'MA', issue: 'payment' as const, eInvoice: false };
const invoicesOf = (known: typeof supplier | undefined): Invoices =>
  createInvoices({ database, jobs, settings, log: deps.log, publicUrl: deps.publicUrl, supplier: known });
const withSupplier = invoicesOf(supplier);
const without = invoicesOf(undefined);
let present = without;

beforeAll(async () => {
  await stack.reset();
  const invoices: Invoices = {
    issue: (ids) => present.issue(ids),
    render: (numbers) => present.render(numbers),
    issueOverdue: async () => 0,
  };
  await startInvoiceWorkers({ jobs, invoices, log: deps.log });
});

async function paidOrders(count: number): Promise<Paid[]> {
  const paid: Paid[] = [];
  for (let index = 0; index < count; index += 1) {
    const { order_id: id } = await stack.open({ billing: { state: '27' } });
    paid.push(await stack.pay(id));
  }
  return paid;
}

const issued = async () => (await database.selectFrom('invoices').select('number').execute()).length;

/** Waits for what is queued, drawing included: nothing of one round happens in the next. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const { rows } = await sql`select from pgboss.job where name in ('issue-documents', 'render-document')
      and state in ('created', 'retry', 'active') limit 1`.execute(database);
    quiet = rows.length === 0 ? quiet + 1 : 0;
    await sleep(100);
  }
}

it('a booking is answered while nobody can issue', async () => {
  present = withSupplier;
  const [first, second] = await paidOrders(2);
  await http.post('/api/booking').send(first).expect(200);
  await until(async () => (await issued()) === 1);
  await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('invoice_counters').selectAll().forUpdate().execute();
    const answer = await http.post('/api/booking').send(second).expect(200);
    expect(answer.body.data.state).toBe('booked');
    expect(await issued()).toBe(1);
  });
  await until(async () => (await issued()) === 2);
});

/** @returns how long each answer took, in milliseconds */
async function measure(paid: readonly Paid[]): Promise<number[]> {
  const times: number[] = [];
  for (const one of paid) {
    const began = performance.now();
    await http.post('/api/booking').send(one).expect(200);
    times.push(performance.now() - began);
  }
  return times;
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

type Contender = 'without a supplier' | 'issued' | 'issued and drawn';
const contenders: readonly Contender[] = ['without a supplier', 'issued', 'issued and drawn'];
/** Done, and nothing is drawn. */
const undrawn: Invoices = {
  ...withSupplier,
  render: async (numbers) => new Map(numbers.map((number) => [number, 'done'])),
};
const invoicesFor: Record<Contender, Invoices> = {
  ...{ 'without a supplier': without, issued: undrawn, 'issued and drawn': withSupplier },
};

it.runIf(rounds > 0)(
  'a booking is answered as fast with a supplier as without',
  { timeout: 1_800_000 },
  async () => {
    const times: Record<Contender, number[]> = {
      ...{ 'without a supplier': [], issued: [], 'issued and drawn': [] },
    };
    for (let round = 0; round < rounds; round += 1)
      for (const name of round % 2 === 0 ? contenders : contenders.toReversed()) {
        present = invoicesFor[name];
        const paid = await paidOrders(ahead + bookingsARound);
        const before = await issued();
        await measure(paid.slice(0, ahead));
        if (name !== 'without a supplier') await until(async () => (await issued()) > before);
        times[name].push(...(await measure(paid.slice(ahead))));
        await idle();
      }
    const base = quantile(times['without a supplier'], 0.5);
    const ratioOf = (name: Contender) => quantile(times[name], 0.5) / base;
    for (const name of contenders)
      console.info(
        `bookings ${name}: median ${quantile(times[name], 0.5).toFixed(1)} ms (${ratioOf(name).toFixed(3)}), ` +
          `95 % ${quantile(times[name], 0.95).toFixed(1)} ms, of ${times[name].length}`,
      );
    expect(ratioOf('issued')).toBeLessThan(1.15);
  },
);
