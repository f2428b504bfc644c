/**
 * Combinations of payment faults: how the order is opened, how the payment is reported, how webhook events
 * arrive, how Razorpay and the upstream fail, whether a process dies, and what happens to the money
 * afterwards. In each combination every captured paisa is booked, being refunded, refunded, or part of a
 * case, and no payer gets a wrong message. Tax documents are issued, as with a configured supplier.
 * With `CHECKOUT_TABLE=all` (`pnpm lab chaos payments --table`) the rows cover every triple. Otherwise every
 * third row of the pairwise selection runs.
 */
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { accountOf } from '../../testing/checkout/accounts.ts';
import { type Paid, useCheckoutStack } from '../../testing/checkout/checkout-stack.ts';
import { covering } from '../../testing/checkout/pairwise.ts';
import { supplier } from '../../testing/invoices/settings.ts';
import { Refusal } from '../platform/refusal.ts';
import { isRemoteError } from '../platform/remote/remote-error.ts';
import { decide } from './decisions/decide.ts';
import { issueDocuments } from './documents/issue-document.ts';
import { documentsOfOrder } from './documents/issued.ts';
import { partOf } from './orders/order.ts';
import { creditedPaise } from './orders/state/order-facts.ts';

const stack = await useCheckoutStack({ bookingWaitMs: 60, bookingTimeoutMs: 2_000 });
const { http, upstream, checkout, database } = stack;

beforeEach(async () => {
  await stack.reset();
  // As with a configured supplier: tax documents are requested with each payment and decision.
  stack.deps.settings.issuesInvoices = true;
});

const factors = {
  opened: ['by dialog', 'by form', 'by form, twice at once'],
  outcome: ['captured', 'authorized', 'late_authorized'],
  webhook: ['send', 'drop', 'duplicate', 'reorder', 'tamper'],
  callback: ['reported', 'lost'],
  razorpay: ['fine', 'http_500', 'html_502', 'reset', 'lost_answer', 'rate_limit'],
  upstream: ['fine', 'refuse', 'http_500', 'lost_answer', 'down'],
  crash: ['none', 'jobs lost', 'in the booking call', 'before the refund is answered'],
  money: [
    'stays',
    'second payment',
    'second payment given back',
    'all seats cancelled',
    'one seat cancelled',
    'refund fails',
    'refund fails, then works',
    'no balance',
    'dashboard gives back a part',
    'dashboard gives back all',
    'dashboard refund fails',
    'dispute lost',
    'given back by transfer',
  ],
} as const;
type Case = { [Factor in keyof typeof factors]: (typeof factors)[Factor][number] };

const isComplete = process.env.CHECKOUT_TABLE === 'all';
const rows: Case[] = covering(factors, isComplete ? 3 : 2).filter(
  (_row, index) => isComplete || index % 3 === 0,
);
const totals = { rows: 0, captured: 0, booked: 0, refunded: 0, open: 0, cases: 0 };

async function open(row: Case): Promise<{ order_id: string; receipt_path: string; attempt?: string }> {
  return row.opened === 'by dialog' ? stack.open() : stack.openByForm(row.opened === 'by form' ? 1 : 2);
}

/** Returns from the hosted payment page, and records whether the payer was told that the payment failed. */
async function comeBack(paid: Paid, attempt: string, answers: number[]): Promise<void> {
  const answer = await http.post(`/api/payments/return?attempt=${attempt}`).type('form').send(paid);
  const { location = '' } = answer.headers;
  const isTrue = location.startsWith('/receipt/') || location === `/checkout/pay/${attempt}/unconfirmed`;
  answers.push(answer.status === 303 && isTrue ? 200 : 0);
}

/** Sends the booking call, and records the status that the payer gets. */
async function report(paid: Paid, answers: number[]): Promise<void> {
  const answer = await http.post('/api/booking').send(paid);
  answers.push(answer.status === 200 && answer.body.status === 1 ? 200 : 0);
}

async function breakRazorpay(row: Case, times: number): Promise<void> {
  if (row.razorpay !== 'fine') await stack.fault(row.razorpay, times);
}

async function issueAll(): Promise<void> {
  const issuing = { database, jobs: stack.jobs, supplier, prefix: 'MA', issue: 'payment' as const };
  const due = database.selectFrom('document_requests').select('order_id').distinct();
  for (const { order_id: id } of await due.where('is_settled', '=', false).execute())
    await issueDocuments(issuing, id);
}

/** Advances the clock by minutes, then runs the reconciler and the queued jobs. */
async function later(minutes: number): Promise<void> {
  await stack.setClock(minutes * 60_000);
  await checkout.reconcile();
  await stack.workOff();
  await issueAll();
}

/** Applies the operator's decision, even if Razorpay does not answer. */
async function operate(orderId: string, decision: Parameters<typeof decide>[2]): Promise<void> {
  try {
    await decide(stack.deps, orderId, decision, 'as the payer asked');
  } catch (error) {
    if (!isRemoteError(error, 'payments') && !(error instanceof Refusal)) throw error;
  }
}

async function giveBack(row: Case, orderId: string, decision: Parameters<typeof decide>[2]): Promise<void> {
  await breakRazorpay(row, 1);
  if (row.crash === 'before the refund is answered') await stack.fault('lost_answer');
  await operate(orderId, decision);
}

async function moveMoney(row: Case, providerOrderId: string, paid: Paid): Promise<void> {
  const { id, booking } = await stack.order(providerOrderId);
  const paymentId = paid.razorpay_payment_id;
  const all = { kind: 'cancel' } as const;
  switch (row.money) {
    case 'stays':
      return;
    case 'second payment':
    case 'second payment given back':
      await stack.pay(providerOrderId, 'captured', row.webhook);
      await stack.idle();
      await checkout.reconcile();
      if (row.money === 'second payment') return;
      await giveBack(row, id, all);
      await checkout.reconcile();
      return stack.finishRefunds();
    case 'one seat cancelled':
      await giveBack(row, id, booking === 'booked' ? { kind: 'cancel', seats: 1 } : all);
      return;
    case 'all seats cancelled':
      await giveBack(row, id, all);
      await checkout.reconcile();
      return stack.finishRefunds();
    case 'refund fails':
    case 'refund fails, then works':
      await giveBack(row, id, all);
      await checkout.reconcile();
      await stack.finishRefunds('failed');
      if (row.money === 'refund fails') return;
      await checkout.reconcile();
      await operate(id, all);
      await checkout.reconcile();
      return stack.finishRefunds();
    case 'no balance':
      await stack.sandbox.post('/_sandbox/balance').send({ paise: 0 }).expect(200);
      return giveBack(row, id, all);
    case 'given back by transfer':
      return operate(id, { kind: 'cancel', transfer: 'UTR0123456789' });
    case 'dashboard gives back a part':
      await stack.refundInDashboard(paymentId, { amount: 1_000 });
      return;
    case 'dashboard gives back all':
      await stack.refundInDashboard(paymentId);
      return;
    case 'dashboard refund fails':
      await stack.refundInDashboard(paymentId, { outcome: 'failed' });
      return;
    case 'dispute lost': {
      const { id: disputeId } = await stack.dispute({ payment_id: paymentId });
      await stack.dispute({ dispute_id: disputeId, status: 'lost' });
    }
  }
}

/** Simulates the death of a process: its memory is lost, and its leases stay. */
async function crash(row: Case): Promise<void> {
  if (row.crash === 'jobs lost')
    await sql`delete from pgboss.job where name = 'book-order'`.execute(database);
  if (row.crash === 'in the booking call')
    await database
      .updateTable('orders')
      .set({ booking_claimed_until: new Date(Date.now() - 1) })
      .where('booking', 'in', ['due', 'ordered'])
      .execute();
}

async function run(row: Case): Promise<{ providerOrderId: string; receiptPath: string; answers: number[] }> {
  const { order_id: providerOrderId, receipt_path: receiptPath, attempt } = await open(row);
  const answers: number[] = [];
  if (row.upstream === 'down') await upstream.goDown();
  else upstream.onBooking = row.upstream;
  let paid: Paid;
  try {
    await breakRazorpay(row, 2);
    paid = await stack.pay(providerOrderId, row.outcome, row.webhook);
    if (row.callback === 'reported')
      await (attempt === undefined ? report(paid, answers) : comeBack(paid, attempt, answers));
    await stack.idle();
    await crash(row);
    await stack.workOff();
    await later(16);
  } finally {
    await upstream.comeUp();
    upstream.onBooking = 'fine';
  }
  await later(32);
  await moveMoney(row, providerOrderId, paid);
  await later(64);
  await later(96);
  await checkout.reconcile();
  return { providerOrderId, receiptPath, answers };
}

/** @returns the invoices less the credit notes of an order, in paise, once all are issued */
async function documentedPaise(orderId: string): Promise<number> {
  await issueAll();
  const documents = await documentsOfOrder(database, orderId);
  return documents.reduce(
    (sum, { kind, amounts }) => sum + (kind === 'invoice' ? amounts.totalPaise : -amounts.totalPaise),
    0,
  );
}

// A row that timed out would continue to run beside the next one.
describe('a payment is accounted for, and its payer is told the truth', { timeout: 60_000 }, () => {
  it.each(rows.map((row) => [Object.values(row).join(', '), row] as const))('%s', async (_name, row) => {
    const { providerOrderId, receiptPath, answers } = await run(row);
    const account = await accountOf(stack, providerOrderId);
    expect(account.faults).toEqual([]);
    expect(account.capturedPaise).toBe(account.bookedPaise + account.refundedPaise + account.openPaise);
    expect(account.capturedPaise).toBeGreaterThan(0);

    const { state } = (await http.get(`/api${receiptPath.replace('/receipt/', '/receipts/')}`)).body.data;
    const order = await stack.order(providerOrderId);
    // The payer is told the actual state: booked, fully refunded, or in progress.
    if (state === 'booked') expect(account.bookedPaise).toBeGreaterThan(0);
    if (state === 'refunded') expect(account.refundedPaise).toBe(account.capturedPaise);
    if (state === 'refund_due') expect(account.openPaise).toBeGreaterThan(0);
    expect(state).not.toBe('open');
    // The payer of a captured payment was never told that it failed.
    if (answers.length > 0) expect(answers).toEqual([200]);

    // The tax documents add up to the amount paid, less the amounts that decisions refunded.
    const paying = order.payments.find(({ role }) => role === 'pays');
    const decidedPaise = paying ? creditedPaise(partOf(paying)) : 0;
    expect(await documentedPaise(order.id)).toBe(paying ? paying.amountPaise - decidedPaise : 0);

    totals.rows += 1;
    totals.captured += account.capturedPaise;
    totals.booked += account.bookedPaise;
    totals.refunded += account.refundedPaise;
    totals.open += account.openPaise;
    totals.cases += account.cases.length;
    if (process.env.CHECKOUT_TABLE === 'each') console.info(order.state, state, account);
  });
});

afterAll(() => {
  const { rows: run, captured, booked, refunded, open, cases } = totals;
  console.info(
    `payment faults: ${run} rows; captured ${captured} paise = booked ${booked} + refunded ${refunded} + ` +
      `open ${open} (${cases} cases)`,
  );
});
