/** The test payment of the set-up: it is paid and refunded once, without the effects of a sale. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { actionsOn } from '../../../../testing/operators/actions-on.ts';
import { payCheckPage } from '../../../enrolment/checkout/without-scripts/pay-page.ts';
import { createWithoutScripts } from '../../../enrolment/checkout/without-scripts/without-scripts.ts';
import { advanceCheckOrders } from '../../../enrolment/orders/check-orders.ts';
import { comparePartners } from '../../../enrolment/settlements/differences/compare-partners.ts';
import { reconcileMonth } from '../../../enrolment/settlements/reconcile-month.ts';
import { checkCheckOrder } from '../../doctor/checks/setup/check-order.ts';

const stack = await useCheckoutStack();
const { database, deps, sandbox } = stack;
const { provider, log, publicUrl } = deps;
const actions = actionsOn(database, {
  setup: { provider, log, publicUrl, mail: undefined, checkSteps: async () => [] },
});
const actor = { id: null, email: 'asha@academy.example', role: 'admin', isSteppedUp: true } as const;

beforeEach(async () => {
  await stack.reset();
  await database.deleteFrom('check_orders').execute();
});

const make = (key: string = randomUUID()) =>
  actions.execute('setup.order', {}, { actor, key, requestId: 'request-1' });
const stored = () => database.selectFrom('check_orders').selectAll().executeTakeFirstOrThrow();
const providerId = async () => (await stored()).provider_order_id;
const pages = createWithoutScripts(deps);
async function pageOf({ order }: { order: { id: string; link: string } }): Promise<string> {
  expect(order.link).toBe(`https://academy.example/checkout/pay/${order.id}`);
  const view = await pages.payCheck(order.id);
  return view ? payCheckPage(view).text : '';
}
const finding = () => checkCheckOrder({ database: () => database } as Parameters<typeof checkCheckOrder>[0]);

interface AtProvider {
  amount: number;
  amount_refunded: number;
  status: string;
}
async function paymentsAtProvider(): Promise<AtProvider[]> {
  const { body } = await sandbox.get('/_sandbox/payments').expect(200);
  return body.data.payments ?? body.data;
}

/** @returns the balance of each ledger account, in paise */
async function balances() {
  const { rows } = await sql<{ account: string; paise: number; reasons: string[] }>`
    select account, sum(paise)::integer as paise, array_agg(distinct reason) as reasons from (
      select debit as account, paise, reason from ledger_entries
      union all select credit, -paise, reason from ledger_entries
    ) as entries group by account order by account`.execute(database);
  return rows;
}

const settledBalances = [
  { account: 'gateway', paise: 0, reasons: ['check'] },
  { account: 'owed', paise: 0, reasons: ['check'] },
];

async function rowsOfASale() {
  const { rows } = await sql<{ rows: number }>`
    select ((select count(*) from orders) + (select count(*) from order_payments) + (select count(*) from refunds)
      + (select count(*) from cases) + (select count(*) from invoices) + (select count(*) from document_requests)
      + (select count(*) from leads) + (select count(*) from mails))::integer as rows`.execute(database);
  return rows[0]?.rows;
}

it('creates a payment of ₹1, refunds it, and shows this on its page', async () => {
  const made = await make();
  const text = await pageOf(made);
  expect(text).toContain(`value="${await providerId()}"`);
  expect(text).toContain('name="amount" value="100"');
  expect(await finding()).toMatchObject({
    state: 'warning',
    text: 'The test payment is not paid and refunded yet',
  });
  await stack.pay(await providerId(), 'captured', 'send');
  await stack.idle();
  await advanceCheckOrders(deps);
  expect(await paymentsAtProvider()).toMatchObject([{ amount: 100, amount_refunded: 100 }]);
  expect(await stored()).toMatchObject({ state: 'refunded' });
  expect(await balances()).toEqual(settledBalances);
  expect(await pageOf(made)).toContain('refunded: payments work');
  expect(await finding()).toMatchObject({ state: 'ok' });
});

it('its webhook is stored and has no effect', async () => {
  await make();
  await stack.pay(await providerId(), 'captured', 'send');
  await stack.idle();
  const events = await database.selectFrom('webhook_events').select('outcome').execute();
  expect(events.length).toBeGreaterThan(0);
  expect(events.every(({ outcome }) => outcome === 'ignored')).toBe(true);
});

it('captures a payment that is only authorized', async () => {
  await make();
  await stack.pay(await providerId(), 'authorized', 'drop');
  await advanceCheckOrders(deps);
  expect(await stored()).toMatchObject({ state: 'refunded' });
  expect(await paymentsAtProvider()).toMatchObject([{ amount_refunded: 100 }]);
});

it('causes no booking, document, lead, email or case, also after the reconciler and the nightly comparison', async () => {
  await make();
  await stack.pay(await providerId(), 'captured', 'send');
  await stack.idle();
  await deps.reconciler.reconcile({ all: true });
  await advanceCheckOrders(deps);
  await deps.reconciler.reconcile({ all: true });
  expect(await comparePartners({ ...deps, confirmAfterMs: 0 })).toMatchObject({ differences: 0 });
  const month = await reconcileMonth(deps, new Date().toISOString().slice(0, 7));
  expect(month).toMatchObject({ payments: [], refunds: [], earlier: { returnedPaise: 0, documentPaise: 0 } });
  expect(await rowsOfASale()).toBe(0);
  expect(stack.upstream.bookingCalls).toBe(0);
});

class Killed extends Error {}
const kill = (): never => {
  throw new Killed();
};

/** Kills the process at each step: later steps do not happen. */
const deaths: [after: string, (at: typeof provider) => Partial<typeof provider>][] = [
  ['before payments are read', () => ({ paymentsOfOrder: kill })],
  ['after payments were read', (at) => ({ paymentsOfOrder: (id) => at.paymentsOfOrder(id).then(kill) })],
  ['after the capture', (at) => ({ capture: (payment) => at.capture(payment).then(kill) })],
  ['before refunds are read', () => ({ refundsOfPayment: kill })],
  ['before the refund', () => ({ refund: kill })],
  ['after the refund', (at) => ({ refund: (...request) => at.refund(...request).then(kill) })],
];

it.each(deaths)('is refunded once if the process is killed %s', async (_after, death) => {
  await make();
  await stack.pay(await providerId(), 'authorized', 'drop');
  await advanceCheckOrders({ ...deps, provider: { ...provider, ...death(provider) } });
  expect(await stored()).not.toMatchObject({ state: 'refunded' });
  await Promise.all([advanceCheckOrders(deps), advanceCheckOrders(deps)]);
  await advanceCheckOrders(deps);
  expect(await stored()).toMatchObject({ state: 'refunded' });
  expect(await paymentsAtProvider()).toMatchObject([{ amount_refunded: 100 }]);
  expect(await balances()).toEqual(settledBalances);
});

it('is created once if the first response was lost', async () => {
  const key = randomUUID();
  const [first, second] = [await make(key), await make(key)];
  expect(second).toEqual(first);
  expect(await database.selectFrom('check_orders').selectAll().execute()).toHaveLength(1);
});

it('its page says after a day that the time is over', async () => {
  const made = await make();
  await sql`update check_orders set created_at = now() - interval '25 hours'`.execute(database);
  expect(await pageOf(made)).toContain('The time for this test payment is over');
});

it('is reported as a fault if its refund takes too long', async () => {
  await make();
  await stack.pay(await providerId(), 'captured', 'drop');
  await advanceCheckOrders({ ...deps, provider: { ...provider, refund: kill } });
  await sql`update check_orders set paid_at = now() - interval '11 minutes'`.execute(database);
  expect(await finding()).toMatchObject({
    state: 'fault',
    text: 'A test payment was paid and is not refunded',
  });
});

it('the ledger requires a check order for entries with reason `check`, and refuses it for others', async () => {
  await make();
  const { id } = await stored();
  const insert = (order: string | null, reason: string) =>
    sql`insert into ledger_entries (check_order_id, payment_id, debit, credit, paise, reason, cause, step)
      values (${order}, 'pay_1', 'gateway', 'owed', 100, ${reason}, 'x', 0)`.execute(database);
  await expect(insert(null, 'check')).rejects.toThrow(/check constraint/);
  await expect(insert(id, 'sale')).rejects.toThrow(/check constraint/);
});
