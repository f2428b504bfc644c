/**
 * Issuing tax documents and sending mails do not delay the answer to a booking call. `BOOKING_ROUNDS=20`
 * measures it: one process alternates between bookings with and without a supplier and a mail server, and
 * issues, renders and sends meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { instance } from '@meridian/contracts/site/instance';
import { buildSandbox } from '@meridian/sandbox/app';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type Paid, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { until } from '../../../testing/checkout/waiting.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { createMailer, type Mailer, startMailWorkers } from '../../mail/outbox/mailer.ts';
import { templatesOf } from '../../mail/outbox/render-mail.ts';
import { createInvoices, type Invoices, startInvoiceWorkers } from '../documents/invoices.ts';
import { createOrderComposer } from '../messages/order-composer.ts';
import { pdfAttachments } from '../messages/order-pdfs.ts';

const stack = await useCheckoutStack();
const { http, database, jobs, deps } = stack;
const rounds = Number(process.env.BOOKING_ROUNDS ?? 0);
const bookingsARound = 10;
/** Number of earlier bookings, whose documents are issued and rendered during the measurement. */
const ahead = 3;

const settings = { prefix: 'MA', issue: 'payment' as const, eInvoice: false };
const invoicesOf = (known: typeof supplier | undefined): Invoices =>
  createInvoices({ database, jobs, settings, log: deps.log, supplier: known });
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

/** Waits until the queues are empty and nothing is being rendered, so that the rounds do not overlap. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const { rows } = await sql`select from pgboss.job where name in ('issue-documents', 'render-document')
      and state in ('created', 'retry', 'active')
      union all select from mails where state = 'due' and next_try_at <= now() limit 1`.execute(database);
    quiet = rows.length === 0 ? quiet + 1 : 0;
    await sleep(100);
  }
}

it('a booking is answered while no document can be issued', async () => {
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

/** @returns the duration of each answer, in milliseconds */
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

const contenders = ['without a supplier', 'issued', 'issued and drawn', 'mailed'] as const;
type Contender = (typeof contenders)[number];
/** Invoices without rendering. */
const notRendered: Invoices = {
  ...withSupplier,
  render: async (numbers) => new Map(numbers.map((number) => [number, 'done'])),
};
const invoicesFor: Record<Contender, Invoices> = {
  'without a supplier': without,
  issued: notRendered,
  'issued and drawn': withSupplier,
  mailed: without,
};

/**
 * Starts the mailers of the application: one sends to the sandbox's mail server, the other has no server and
 * drops due mails.
 */
async function startMailers() {
  const sandbox = buildSandbox({ smtpPort: 0 });
  const { port } = (await sandbox.inject('/_sandbox/mails/counts')).json().data;
  const from = 'Academy <mail@academy.example>';
  const { publicUrl, log } = deps;
  const mailer = (mail: Parameters<typeof createMailer>[0]['settings']): Mailer =>
    createMailer({
      database,
      settings: mail,
      operatorEmail: undefined,
      publicUrl,
      retentionDays: 30,
      log,
      render: templatesOf({ sender: { brand: instance().name, siteUrl: publicUrl }, from }),
      readAttachments: pdfAttachments(database),
      composers: [createOrderComposer({ publicUrl, issuesInvoices: false })],
    });
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const sending = mailer({ smtpUrl, from, connections: 10, limitPerMinute: 0, requireTls: false });
  const dropping = mailer(undefined);
  let mailing: Mailer = dropping;
  await startMailWorkers({ jobs, log, mailer: { ...dropping, send: () => mailing.send() } });
  return {
    use(name: Contender): void {
      mailing = name === 'mailed' ? sending : dropping;
    },
    async [Symbol.asyncDispose]() {
      await sending.stop(5_000);
      await sandbox.close();
    },
  };
}

it.runIf(rounds > 0)(
  'a booking is answered as fast with a supplier and a mail server as without',
  { timeout: 1_800_000 },
  async () => {
    await using mailers = await startMailers();
    const times: Record<Contender, number[]> = {
      'without a supplier': [],
      issued: [],
      'issued and drawn': [],
      mailed: [],
    };
    for (let round = 0; round < rounds; round += 1)
      for (const name of round % 2 === 0 ? contenders : contenders.toReversed()) {
        present = invoicesFor[name];
        mailers.use(name);
        const paid = await paidOrders(ahead + bookingsARound);
        const before = await issued();
        await measure(paid.slice(0, ahead));
        if (name.startsWith('issued')) await until(async () => (await issued()) > before);
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
    expect(ratioOf('mailed')).toBeLessThan(1.15);
  },
);
