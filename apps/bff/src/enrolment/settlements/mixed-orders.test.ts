/**
 * Orders of every kind of buyer, with discounts, partial refunds, failed refunds, reissued invoices and
 * unmatched payments. The captured amount, less what was returned by a decision and what is owed, equals the
 * documents, to the paisa, in the orders, in the file of invoices and in the reconciliation. By default 34
 * orders; `MIXED_ORDERS=200` (or another number) changes that.
 */
import { dayInIndia } from '@meridian/contracts/india-time';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { someBatch } from '../../../testing/checkout/upstream-double.ts';
import { company } from '../../../testing/invoices/documents.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { transact } from '../../platform/database/transact.ts';
import { addCoupon } from '../coupons/manage-coupons.ts';
import { correctBilling } from '../decisions/correct-billing.ts';
import { decide } from '../decisions/decide.ts';
import type { Decision } from '../decisions/follow-decision.ts';
import { issueDocuments } from '../documents/issue-document.ts';
import { documentsOfMonth } from '../documents/issued.ts';
import { monthCsv, monthSections } from '../documents/month-report.ts';
import { reconciliationCsv } from './month-csv.ts';
import { type MonthReconciliation, reconcileMonth } from './reconcile-month.ts';
import { type MonthTotals, totalsOf } from './totals.ts';

const stack = await useCheckoutStack();
const { http, sandbox, database, jobs } = stack;
const count = Number(process.env.MIXED_ORDERS ?? 34);
const month = dayInIndia(new Date()).slice(0, 7);
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };

const address = { address: '7 Beach Road, Panaji', pin: '403001' };
const buyers = [
  { state: '29' },
  { state: '27' },
  { state: '04' },
  { state: '96' },
  { state: '27', company },
  { state: '29', company },
  undefined,
  { state: '30', address },
] as const;
const coupons = [undefined, 'SEVEN', undefined, 'THIRTEEN', 'ODD'];
const batches = [
  someBatch(),
  someBatch({ id: 101417991219, mode: 'classroom', venue_state: '29', discount_fee: 12_345 }),
  someBatch({ id: 101417991226, mode: 'classroom', venue_state: '04', discount_fee: 999 }),
];
const fates = [
  'kept',
  'one seat',
  'all seats',
  'by policy',
  'refund fails',
  'fails, then again',
  'transfer',
  'unmatched',
  'unmatched given back',
  'issued anew',
  'one seat, then anew',
  'anew, then one seat',
  'by hand',
  'by hand, decided',
  'by hand, seats kept',
  'dispute lost',
  'never paid',
] as const;

interface Played {
  fate: (typeof fates)[number];
  id: string;
  providerId: string;
  paymentId: string;
  seats: number;
}

/**
 * Opens and pays an order. The lengths of the lists have no common factor, so that enough orders combine all
 * values.
 */
async function play(index: number): Promise<Played> {
  const fate = fates[index % fates.length] ?? 'kept';
  const seats = 2 + (index % 3);
  const billing = buyers[index % buyers.length];
  // Only online courses are sold to buyers abroad.
  const place = billing?.state === '96' ? 0 : Math.floor(index / 2) % batches.length;
  const { order_id: providerId } = await stack.open({
    billing,
    coupon: coupons[index % coupons.length],
    course_schedule_id: batches[place]?.id,
    number_of_course: seats,
  });
  const { id } = await stack.order(providerId);
  if (fate === 'never paid') return { fate, id, providerId, paymentId: '', seats };
  const paid = await stack.pay(providerId);
  await http.post('/api/booking').send(paid).expect(200);
  if (fate.startsWith('unmatched')) {
    const second = await stack.pay(providerId);
    await http.post('/api/booking').send(second).expect(200);
  }
  return { fate, id, providerId, paymentId: paid.razorpay_payment_id, seats };
}

const orders: Played[] = [];

async function each(
  chosen: readonly Played['fate'][],
  work: (order: Played) => Promise<unknown>,
): Promise<void> {
  for (const order of orders) if (chosen.includes(order.fate)) await work(order);
}

const decideFor =
  (decision: Decision) =>
  ({ id }: Played) =>
    decide(stack.deps, id, decision, 'as the buyer asked');

async function issueAll(): Promise<void> {
  const open = await database
    .selectFrom('document_requests')
    .select('order_id')
    .distinct()
    .where('is_settled', '=', false)
    .execute();
  for (const { order_id: id } of open) await issueDocuments(issuing, id);
}

function reissue({ id }: Played): Promise<unknown> {
  const services = {
    settings: { onlinePlace: 'recipient_state' as const },
    issuing: { ...issuing, eInvoice: false },
  };
  const billing = id < '8' ? { state: '07', address } : { state: '27', company };
  return transact(database, (transaction) =>
    correctBilling(transaction, services, id, billing, 'another address'),
  );
}

async function playAll(): Promise<void> {
  await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 37 }] });
  for (const [code, percent] of [
    ['SEVEN', 7],
    ['THIRTEEN', 13],
    ['ODD', 3],
  ] as const)
    await addCoupon(database, {
      code,
      label: 'Of a test',
      terms: { kind: 'percent', percent },
      courses: [],
      categories: [],
      batches: [],
      startsAt: new Date(0),
      endsAt: null,
      maxUses: null,
      maxUsesPerEmail: null,
      minSeats: 1,
      isAutomatic: false,
    });
  for (let from = 0; from < count; from += 8) {
    const some = Array.from({ length: Math.min(8, count - from) }, (_, index) => play(from + index));
    orders.push(...(await Promise.all(some)));
  }
  await issueAll();
  const one = decideFor({ kind: 'cancel', seats: 1 });
  await each(['refund fails', 'fails, then again'], one);
  await stack.finishRefunds('failed');
  await stack.checkout.reconcile();
  await each(['fails, then again'], decideFor({ kind: 'refund' }));
  await each(['one seat', 'one seat, then anew'], one);
  await each(['all seats'], decideFor({ kind: 'cancel' }));
  await each(['by policy'], decideFor({ kind: 'cancel', seats: 1, byPolicy: true }));
  await each(['transfer'], decideFor({ kind: 'cancel', seats: 1, transfer: 'UTR0123456789' }));
  await each(['unmatched given back'], decideFor({ kind: 'refund' }));
  await stack.finishRefunds();
  await each(['by hand', 'by hand, decided', 'by hand, seats kept'], ({ paymentId }) =>
    stack.refundInDashboard(paymentId, { amount: 1_001 }),
  );
  await each(['dispute lost'], async ({ paymentId }) => {
    const { id } = await stack.dispute({ payment_id: paymentId });
    await stack.dispute({ dispute_id: id, status: 'lost' });
  });
  await stack.checkout.reconcile();
  await each(['by hand, decided'], one);
  await each(['dispute lost'], decideFor({ kind: 'cancel' }));
  await each(['by hand, seats kept'], ({ id }) => stack.closeCase('return_undecided', 'price_reduction', id));
  await stack.finishRefunds();
  await stack.checkout.reconcile();
  await issueAll();
  await each(['issued anew', 'one seat, then anew', 'anew, then one seat'], reissue);
  await each(['anew, then one seat'], one);
  await stack.finishRefunds();
  await stack.checkout.reconcile();
  await issueAll();
  await sandbox.post('/_sandbox/settlements').send({}).expect(200);
}

interface Account {
  payments: { id: string; amount: number; captured: boolean; fee: number }[];
  refunds: { amount: number; status: string }[];
  disputes: { amount_deducted: number }[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
const paiseOf = (rupees: string | number | undefined) => Math.round(Number(rupees) * 100);

/** @returns the cells of a table by column name; no cell of these files contains a comma */
function tableOf(lines: readonly string[], title: string): Record<string, string>[] {
  const from = lines.indexOf(title);
  const columns = lines[from + 1]?.split(',') ?? [];
  const rows = lines.slice(from + 2, lines.indexOf('', from));
  return rows.map((row) => {
    const cells = row.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

describe('mixed orders', () => {
  let account: Account;
  let reconciled: MonthReconciliation;
  let totals: MonthTotals;

  beforeAll(async () => {
    await stack.reset();
    stack.upstream.schedules.set(101, batches);
    await playAll();
    account = (await sandbox.get('/_sandbox/payments').expect(200)).body.data;
    reconciled = await reconcileMonth(
      { database, provider: stack.deps.provider, now: () => new Date() },
      month,
    );
    totals = totalsOf(reconciled);
  }, 120_000);

  it('leave nothing unexplained in the reconciliation', () => {
    const captured = account.payments.filter((payment) => payment.captured);
    expect(totals).toMatchObject({ unexplainedPaise: 0, unissuedPaise: 0, unsettledPaise: 0 });
    // These amounts are explained, and still need an operator.
    const open = reconciled.payments.filter(
      ({ findings }) => findings.includes('unsent') || findings.includes('undecided'),
    );
    expect(open.length).toBeGreaterThan(0);
    expect(totals.troubles).toBe(open.length);
    expect(totals.capturedPaise).toBe(sum(captured.map(({ amount }) => amount)));
    expect(totals.feePaise).toBe(sum(captured.map(({ fee }) => fee)));
    expect(totals.settledPaise).toBe(totals.capturedPaise - totals.feePaise);
    const processed = account.refunds.filter(({ status }) => status === 'processed');
    expect(totals.refundedPaise).toBe(sum(processed.map(({ amount }) => amount)));
    const lost = sum(account.disputes.map((dispute) => dispute.amount_deducted));
    const net = sum(reconciled.settlements.map(({ creditPaise, debitPaise }) => creditPaise - debitPaise));
    expect(net).toBe(totals.settledPaise - totals.refundedPaise - lost);
  });

  it('have documents for the captured amounts that no decision returns: invoices less credit notes', async () => {
    const parts = await database
      .selectFrom('order_payments')
      .select(['payment_id', 'role', 'amount_paise'])
      .where('role', '!=', 'tried')
      .execute();
    const flows = await database
      .selectFrom('ledger_entries')
      .select(['debit', 'credit', (select) => select.fn.sum<string>('paise').as('paise')])
      .groupBy(['debit', 'credit'])
      .execute();
    const flow = (debit: string, credit: string) =>
      sum(flows.map((row) => (row.debit === debit && row.credit === credit ? Number(row.paise) : 0)));
    const lost = sum(account.disputes.map((dispute) => dispute.amount_deducted));
    const transferred = flow('owed', 'bank');
    const returnedPaise = totals.refundedPaise + transferred + lost;
    expect(totals.returnedPaise).toBe(returnedPaise);
    // Amounts still to be returned, and amounts returned in the dashboard without a decision, are named.
    expect(totals.capturedPaise - returnedPaise).toBe(
      totals.documentPaise + totals.owedPaise - totals.undecidedPaise,
    );
    const byHand = orders.filter(({ fate }) => fate === 'by hand').length;
    expect(totals.undecidedPaise).toBe(byHand * 1_001);
    const paying = parts.filter(({ role }) => role === 'pays');
    const credited =
      flow('customer', 'owed') -
      flow('owed', 'customer') +
      flow('customer', 'undecided') +
      flow('customer', 'disputed');
    expect(sum(paying.map((part) => Number(part.amount_paise))) - credited).toBe(totals.documentPaise);
    const unmatched = reconciled.payments.filter(({ findings }) => findings.includes('unmatched'));
    expect(unmatched).toHaveLength(orders.filter(({ fate }) => fate.startsWith('unmatched')).length);
    expect(totals.unmatchedPaise).toBe(sum(unmatched.map(({ capturedPaise }) => capturedPaise)));
  });

  it('have the same amounts in the file of invoices and in the file of the reconciliation', async () => {
    const documents = await documentsOfMonth(database, month);
    const sections = monthSections(documents);
    const invoices = monthCsv(documents).map((line) => line.replace(/"[^"]*"/g, 'text'));
    const totalIn = (title: string) => sum(tableOf(invoices, title).map((row) => paiseOf(row.total)));
    const documentPaise =
      totalIn('B2B invoices') +
      totalIn('B2C invoices') -
      totalIn('B2B credit notes') -
      totalIn('B2C credit notes');
    expect(documentPaise).toBe(totals.documentPaise);
    const hsn = sections.find(({ title }) => title.startsWith('HSN'));
    expect(sum(hsn?.rows.map((row) => paiseOf(row.at(-1))) ?? [])).toBe(documentPaise);
    const file = reconciliationCsv(reconciled);
    const payments = tableOf(file, 'Payments');
    const column = (name: string) => sum(payments.map((row) => paiseOf(row[name])));
    expect(column('captured')).toBe(totals.capturedPaise);
    expect(column('documents')).toBe(documentPaise);
    expect(column('captured') - column('returned') - column('owed')).toBe(
      documentPaise - totals.undecidedPaise,
    );
    expect(payments).toHaveLength(account.payments.filter(({ captured }) => captured).length);
    const byState = sections.find(({ title }) => title.startsWith('B2C by state'));
    const kinds = new Set(byState?.rows.map(([place]) => place));
    for (const place of ['04', '29', '96']) expect(kinds).toContain(place);
    console.info(
      `mixed orders: ${orders.length}; captured ${totals.capturedPaise} paise = returned ${totals.returnedPaise} + ` +
        `owed ${totals.owedPaise} + documents ${totals.documentPaise} - undecided ${totals.undecidedPaise}; ` +
        `${totals.unmatchedPaise} unmatched; fees ${totals.feePaise}`,
    );
  });
});
