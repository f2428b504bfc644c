import { dayInIndia } from '@meridian/contracts/india-time';
import { beforeAll, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { reconciliationCommand } from '../../operators/cli/reconciliation.ts';
import { decide } from '../decisions/decide.ts';
import { issueDocuments } from '../documents/issue-document.ts';
import type { MonthReconciliation } from './reconcile-month.ts';
import type { MonthTotals } from './totals.ts';

const stack = await useCheckoutStack();
const { http, database, sandbox } = stack;
const month = dayInIndia(new Date()).slice(0, 7);

async function ops(...args: string[]) {
  const lines: string[] = [];
  const deps = { database, provider: stack.deps.provider, now: () => new Date(), pauseMs: 5 };
  const status = await reconciliationCommand(['--month', month, ...args], deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

async function reconciled(): Promise<MonthReconciliation & { totals: MonthTotals; status: number }> {
  const { status, text } = await ops('--json');
  return { ...JSON.parse(text), status };
}

const booked = () => stack.book({ billing: { state: '27' } });

async function issueAll(): Promise<void> {
  const issuing = { database, jobs: stack.jobs, supplier, prefix: 'MA', issue: 'payment' as const };
  const open = await database
    .selectFrom('document_requests')
    .select('order_id')
    .where('is_settled', '=', false)
    .execute();
  for (const { order_id: id } of open) await issueDocuments(issuing, id);
}

const settle = (except: string[] = []) => sandbox.post('/_sandbox/settlements').send({ except }).expect(200);

beforeAll(() => stack.reset());

/** @returns the findings of each payment and refund by id */
const findingsOf = ({ payments, refunds }: MonthReconciliation) =>
  new Map([...payments, ...refunds].map(({ id, findings }) => [id, findings]));

it('explains every rupee: captured, charged, returned, kept and settled', async () => {
  const plain = await booked();
  const second = await stack.pay(plain.orderId);
  await http.post('/api/booking').send(second).expect(200);
  const part = await booked();
  await decide(stack.deps, part.id, { kind: 'cancel', seats: 1 }, 'one cannot come');
  await stack.finishRefunds();
  const failing = await booked();
  await decide(stack.deps, failing.id, { kind: 'cancel', seats: 1 }, 'one cannot come');
  await stack.finishRefunds('failed');
  const transferred = await booked();
  await decide(stack.deps, transferred.id, { kind: 'cancel', transfer: 'UTR0123456789' }, 'by bank');
  const undecided = await booked();
  const byHand = await stack.refundInDashboard(undecided.paymentId, { amount: 1_000 });
  const disputed = await booked();
  const { id: disputeId } = await stack.dispute({ payment_id: disputed.paymentId });
  await stack.dispute({ dispute_id: disputeId, status: 'lost' });
  await stack.checkout.reconcile();
  await decide(stack.deps, disputed.id, { kind: 'cancel' }, 'the bank took it');
  await issueAll();
  await settle([second.razorpay_payment_id]);

  const all = await reconciled();
  const findings = findingsOf(all);
  expect(findings.get(plain.paymentId)).toEqual([]);
  expect(findings.get(second.razorpay_payment_id)).toEqual(['unmatched', 'unsent', 'not_settled']);
  expect(findings.get(part.paymentId)).toEqual([]);
  expect(findings.get(failing.paymentId)).toEqual(['unsent']);
  expect(findings.get(transferred.paymentId)).toEqual(['by_transfer']);
  expect(findings.get(undecided.paymentId)).toEqual(['undecided']);
  expect(findings.get(byHand.id)).toEqual([]);
  expect(findings.get(disputed.paymentId)).toEqual(['dispute_lost']);
  const full = 44_837_64;
  const feePaise = Math.round(full * 0.02) + Math.round(Math.round(full * 0.02) * 0.18);
  expect(all.totals).toMatchObject({
    capturedPaise: 7 * full,
    unmatchedPaise: full,
    returnedPaise: 22_418_82 + full + 1_000 + full,
    owedPaise: full + 22_418_82,
    undecidedPaise: 1_000,
    documentPaise: full + 22_418_82 + 22_418_82 + full,
    feePaise: 7 * feePaise,
    settledPaise: 6 * (full - feePaise),
    unsettledPaise: full - feePaise,
    unexplainedPaise: 0,
    unissuedPaise: 0,
    troubles: 3,
  });
  expect(all.settlements).toMatchObject([
    { creditPaise: 6 * (full - feePaise), debitPaise: 22_418_82 + 1_000 + full },
  ]);
  expect(all.others).toMatchObject([{ type: 'adjustment', debitPaise: full, paymentId: disputed.paymentId }]);
  // These amounts are explained, and still need an operator.
  expect(all.status).toBe(1);
  expect((await ops()).text).not.toContain('Everything is reconciled.');
});

it('names items that only one side has, and items that differ', async () => {
  const { body } = await sandbox
    .post('/v1/orders')
    .auth('rzp_test_LocalSandbox', 'sandbox_key_secret')
    .send({ amount: 50_000, currency: 'INR', receipt: 'another shop' });
  const foreign = await stack.pay(body.id);
  const other = await booked();
  const gone = await booked();
  await issueAll();
  await settle();
  await database
    .updateTable('order_payments')
    .set({ amount_paise: 1 })
    .where('payment_id', '=', other.paymentId)
    .execute();
  await database
    .updateTable('order_payments')
    .set({ payment_id: 'pay_nowhere' })
    .where('payment_id', '=', gone.paymentId)
    .execute();
  const all = await reconciled();
  const findings = findingsOf(all);
  expect(findings.get(foreign.razorpay_payment_id)).toEqual(['missing_here']);
  expect(findings.get(gone.paymentId)).toEqual(['missing_here']);
  expect(findings.get('pay_nowhere')).toEqual(['missing_at_provider']);
  expect(findings.get(other.paymentId)).toEqual(['different_sum', 'documents_differ']);
  expect(all.status).toBe(1);
  expect((await ops()).text).toContain('captured at the payment provider, but in no order here');
});

it('writes a file for accountants, with amounts in rupees', async () => {
  const { text } = await ops('--csv');
  const lines = text.split('\n');
  expect(lines[0]).toBe('Payments');
  expect(lines[1]).toMatch(
    /^date,payment_id,order_id,role,captured,fee,gst_in_fee,.*,settlement_id,utr,finding$/,
  );
  for (const title of ['Refunds', 'Settlements', 'Other movements of settlements', 'Sums'])
    expect(lines).toContain(title);
  const sums = lines.slice(lines.indexOf('Sums'));
  expect(sums.filter((line) => /,-?\d+(?:\.\d+)?$/.test(line))).toHaveLength(16);
});

it('writes no partial report if the payment provider does not answer', async () => {
  await stack.fault('http_500', 50);
  const { status, text } = await ops();
  await sandbox.delete('/_sandbox/faults').expect(200);
  expect({ status, text }).toEqual({
    status: 1,
    text: expect.stringMatching(/incomplete: .*[^.]\. Try again later\.$/),
  });
});

it.each([[['--month', '2026-13']], [['--month', month, '--csv', '--json']], [['--all']]])(
  'refuses %j',
  async (args) => {
    const deps = { database, provider: stack.deps.provider, now: () => new Date() };
    expect(await reconciliationCommand(args, deps, () => undefined)).toBe(2);
  },
);
