import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { decide } from '../decisions/decide.ts';
import { partOf } from '../orders/order.ts';
import { type Account, debitOf, type Flows } from '../orders/state/ledger.ts';
import { undecidedPaise } from '../orders/state/order-facts.ts';
import { checkLedger } from './check-ledger.ts';
import { keepRecentSettlements } from './nightly.ts';

const stack = await useCheckoutStack();
const { database, sandbox } = stack;

beforeEach(() => stack.reset());

const readSettlements = () =>
  keepRecentSettlements({ database, provider: stack.deps.provider, now: () => new Date() });
const settle = () => sandbox.post('/_sandbox/settlements').send({}).expect(200);

async function paymentOf({ orderId }: { orderId: string }) {
  const [payment] = (await stack.order(orderId)).payments;
  if (!payment) throw new Error('no payment');
  return payment;
}

/** @returns debits less credits of accounts for an order's payment, in paise */
async function balances<Name extends Account>(order: { orderId: string }, ...accounts: Name[]) {
  const { flows } = await paymentOf(order);
  return Object.fromEntries(accounts.map((account) => [account, debitOf(flows, account)]));
}

/** @returns the sandbox's balance: captures less refunds, fees, deductions and payouts */
async function sandboxBalances() {
  const { payments, refunds, settled } = (await sandbox.get('/_sandbox/payments').expect(200)).body.data as {
    payments: { amount: number; captured: boolean }[];
    refunds: { amount: number; status: string }[];
    settled: { credit: number; debit: number; fee: number; dispute_id: string | null }[];
  };
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
  const refunded = (...states: string[]) =>
    sum(refunds.filter(({ status }) => states.includes(status)).map(({ amount }) => amount));
  return {
    gateway:
      sum(payments.filter(({ captured }) => captured).map(({ amount }) => amount)) -
      refunded('pending', 'processed') -
      sum(settled.map(({ credit, debit, fee, dispute_id: dispute }) => (dispute ? 0 : credit - debit + fee))),
    in_flight: refunded('pending'),
  };
}

async function allFlows(): Promise<Flows> {
  const rows = await database
    .selectFrom('ledger_entries')
    .select(['debit', 'credit', ({ fn }) => fn.sum<string>('paise').as('paise')])
    .groupBy(['debit', 'credit'])
    .execute();
  return Object.fromEntries(rows.map(({ debit, credit, paise }) => [`${debit}/${credit}`, Number(paise)]));
}

async function ledgerBalances() {
  const flows = await allFlows();
  return { gateway: debitOf(flows, 'gateway'), in_flight: debitOf(flows, 'in_flight') };
}

describe('settled entries in the ledger', () => {
  it('post the fee, its GST and the settlement of a payment once, however often they are read', async () => {
    const order = await stack.book();
    const { amountPaise } = await paymentOf(order);
    await settle();
    await readSettlements();
    await readSettlements();
    const feePaise = Math.round(amountPaise * 0.02);
    const found = await balances(order, 'gateway', 'bank', 'fees', 'input_gst');
    expect(found).toMatchObject({ gateway: 0, fees: feePaise });
    expect(found.bank).toBe(amountPaise - feePaise - (found.input_gst ?? 0));
    expect(found.input_gst).toBe(Math.round(feePaise * 0.18));
    expect(await checkLedger(database)).toBe(0);
  });

  it('post nothing for a payment of another shop', async () => {
    const order = await stack.book();
    await settle();
    await database.deleteFrom('order_payments').execute();
    const before = await allFlows();
    await readSettlements();
    expect(await allFlows()).toEqual(before);
    expect(order.paymentId).toMatch(/^pay_/);
  });

  it('agree with the payment provider once all entries are settled and read; before, only without fees and deductions', async () => {
    const part = await stack.book();
    await decide(stack.deps, part.id, { kind: 'cancel', seats: 1 }, 'one cannot come');
    await stack.finishRefunds();
    const disputed = await stack.book();
    await stack.dispute({ payment_id: disputed.paymentId });
    const pending = await stack.book();
    await stack.refundInDashboard(pending.paymentId, { amount: 1_000, outcome: 'pending' });
    await stack.checkout.reconcile();
    expect(await ledgerBalances()).toEqual(await sandboxBalances());
    await settle();
    await readSettlements();
    expect(await ledgerBalances()).toEqual(await sandboxBalances());
    expect(await ledgerBalances()).toEqual({ gateway: -1_000, in_flight: 1_000 });
  });
});

describe('a dispute in the ledger', () => {
  async function lose({ paymentId }: { paymentId: string }) {
    const { id } = await stack.dispute({ payment_id: paymentId });
    await stack.dispute({ dispute_id: id, status: 'lost' });
    await stack.checkout.reconcile();
  }
  const undecided = async (order: { orderId: string }) => undecidedPaise(partOf(await paymentOf(order)));

  it('is deducted when its entry is read, and counts as undecided once it is lost', async () => {
    const order = await stack.book();
    const { amountPaise } = await paymentOf(order);
    const { id } = await stack.dispute({ payment_id: order.paymentId });
    await settle();
    await readSettlements();
    expect(await balances(order, 'gateway', 'disputed')).toEqual({ gateway: 0, disputed: amountPaise });
    expect(await undecided(order)).toBe(0);
    await stack.dispute({ dispute_id: id, status: 'lost' });
    await stack.checkout.reconcile();
    expect(await undecided(order)).toBe(amountPaise);
    await stack.closeCase('return_undecided', 'service_supplied');
    expect(await undecided(order)).toBe(0);
    expect(await balances(order, 'gateway', 'disputed', 'bad_debt')).toEqual({
      gateway: 0,
      disputed: 0,
      bad_debt: amountPaise,
    });
    expect(await checkLedger(database)).toBe(0);
  });

  it('is undecided before its entry is read, and the entry does not change an amount that was decided', async () => {
    const order = await stack.book();
    const { amountPaise } = await paymentOf(order);
    await lose(order);
    expect(await undecided(order)).toBe(amountPaise);
    await decide(stack.deps, order.id, { kind: 'cancel' }, 'the bank took it');
    expect(await undecided(order)).toBe(0);
    expect(await checkLedger(database)).toBe(0);
    await settle();
    await readSettlements();
    expect(await undecided(order)).toBe(0);
    expect(await balances(order, 'gateway', 'disputed', 'owed')).toEqual({
      gateway: 0,
      disputed: 0,
      owed: 0,
    });
    expect(await checkLedger(database)).toBe(0);
  });

  it('is credited again when it is won', async () => {
    const order = await stack.book();
    const { id } = await stack.dispute({ payment_id: order.paymentId });
    await settle();
    await readSettlements();
    await stack.dispute({ dispute_id: id, status: 'won' });
    await stack.checkout.reconcile();
    await settle();
    await readSettlements();
    expect(await balances(order, 'gateway', 'disputed')).toEqual({ gateway: 0, disputed: 0 });
    expect(await undecided(order)).toBe(0);
    expect(await checkLedger(database)).toBe(0);
  });
});
