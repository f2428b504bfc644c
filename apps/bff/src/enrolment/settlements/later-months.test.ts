/** Events of a payment in a later month do not change the report of the payment's own month. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { decide } from '../decisions/decide.ts';
import { issueDocuments } from '../documents/issue-document.ts';
import { documentsOfMonth } from '../documents/issued.ts';
import { reconcileMonth } from './reconcile-month.ts';
import { totalsOf } from './totals.ts';

const stack = await useCheckoutStack();
const { http, database } = stack;
const issuing = { database, jobs: stack.jobs, supplier, prefix: 'MA', issue: 'payment' as const };
const present = dayInIndia(new Date()).slice(0, 7);
const lastMonth = new Date(Date.parse(`${present}-01`) - 15 * 86_400_000);
const previous = dayInIndia(lastMonth).slice(0, 7);

beforeEach(() => stack.reset());

/** Books an order that was paid in the middle of the last month by the payment provider's clock. */
async function bookedLastMonth() {
  vi.useFakeTimers({ toFake: ['Date'], now: lastMonth });
  const { order_id: providerId } = await stack.open({ billing: { state: '27' } });
  const paid = await stack.pay(providerId);
  vi.useRealTimers();
  await http.post('/api/booking').send(paid).expect(200);
  const { id } = await stack.order(providerId);
  await issueDocuments(issuing, id);
  return { id, paymentId: paid.razorpay_payment_id };
}

/**
 * Dates all ledger entries and invoices so far to the last month. Triggers forbid changes of both tables, so
 * they are disabled.
 */
async function ageAll(): Promise<void> {
  await sql
    .raw(`set session_replication_role = replica;
      update ledger_entries set day = '${dayInIndia(lastMonth)}';
      update invoices set issued_on = '${dayInIndia(lastMonth)}';
      reset session_replication_role`)
    .execute(database);
}

const totals = async (month: string) =>
  totalsOf(await reconcileMonth({ database, provider: stack.deps.provider, now: () => new Date() }, month));

/** @returns the invoices less credit notes in the file of documents */
async function inDocuments(month: string): Promise<number> {
  const documents = await documentsOfMonth(database, month);
  return documents.reduce(
    (sum, { kind, amounts }) => sum + (kind === 'credit_note' ? -amounts.totalPaise : amounts.totalPaise),
    0,
  );
}

it('counts a cancellation in the month in which it is made', async () => {
  const { id } = await bookedLastMonth();
  await ageAll();
  const before = await totals(previous);
  expect(before).toMatchObject({ capturedPaise: 44_837_64, documentPaise: 44_837_64, returnedPaise: 0 });
  await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
  await stack.sendRefunds();
  await stack.finishRefunds();
  await stack.checkout.reconcile();
  await issueDocuments(issuing, id);

  expect(await totals(previous)).toEqual(before);
  expect(await totals(present)).toMatchObject({
    capturedPaise: 0,
    earlierReturnedPaise: 22_418_82,
    earlierDocumentPaise: -22_418_82,
    refundedPaise: 22_418_82,
    unexplainedPaise: 0,
  });
  expect(await inDocuments(previous)).toBe(before.documentPaise + before.earlierDocumentPaise);
  expect(await inDocuments(present)).toBe(-22_418_82);
});

it('counts a lost dispute in the month in which it is lost', async () => {
  const { paymentId } = await bookedLastMonth();
  await ageAll();
  const before = await totals(previous);
  const { id: disputeId } = await stack.dispute({ payment_id: paymentId });
  await stack.dispute({ dispute_id: disputeId, status: 'lost' });
  await stack.checkout.reconcile();
  expect(await totals(previous)).toEqual(before);
  expect(await totals(present)).toMatchObject({ earlierReturnedPaise: 44_837_64, unexplainedPaise: 0 });
});
