import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { decide } from '../decisions/decide.ts';
import { issueDocuments } from '../documents/issue-document.ts';
import { openCases } from '../orders/cases/case-store.ts';
import { checkLedger } from './check-ledger.ts';

const stack = await useCheckoutStack();
const { database, http, jobs } = stack;
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };

beforeEach(() => stack.reset());

async function partCancelled() {
  const { order_id: orderId } = await stack.open();
  await http
    .post('/api/booking')
    .send(await stack.pay(orderId))
    .expect(200);
  // A second payment waits for an operator.
  await http
    .post('/api/booking')
    .send(await stack.pay(orderId))
    .expect(200);
  const { id } = await stack.order(orderId);
  await decide(stack.deps, id, { kind: 'cancel', seats: 1, byPolicy: true }, 'one cannot come');
  return id;
}

it('finds no difference in entries that the product wrote', async () => {
  const id = await partCancelled();
  await issueDocuments(issuing, id);
  await stack.finishRefunds();
  await stack.checkout.reconcile();
  expect(await checkLedger(database)).toBe(0);
});

it.each(['documents', 'customer'])('finds entries that differ from the documents (%s)', async (what) => {
  const id = await partCancelled();
  await issueDocuments(issuing, id);
  const isDocument = what === 'documents';
  await sql`insert into ledger_entries (order_id, payment_id, debit, credit, paise, reason, cause, step, tax_day)
    select order_id, payment_id, 'customer', 'unearned', 1, ${isDocument ? 'document' : 'seat'},
      ${isDocument ? 'document:X' : 'event:x'}, 9, ${isDocument ? sql`now()::date` : null}
    from order_payments where order_id = ${id} and role = 'pays'`.execute(database);
  // The amount that the customer paid differs in both.
  expect(await checkLedger(database)).toBe(isDocument ? 2 : 1);
});

it('opens one case for an amount that differs from the ledger, and names both amounts', async () => {
  const id = await partCancelled();
  await database
    .updateTable('order_payments')
    .set({ kept_paise: 1 })
    .where('order_id', '=', id)
    .where('role', '=', 'pays')
    .execute();
  expect(await checkLedger(database)).toBe(1);
  expect(await checkLedger(database)).toBe(1);
  const cases = (await openCases(database)).filter(({ kind }) => kind === 'ledger_differs');
  expect(cases).toMatchObject([{ orderId: id, reason: expect.stringContaining('2241882 paise (kept)') }]);
});
