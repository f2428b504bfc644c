import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { supplier } from '../../../../testing/invoices/settings.ts';
import { transact } from '../../../platform/database/transact.ts';
import { decide, previewDecision } from '../../decisions/decide.ts';
import { requestEarlierDocuments } from '../../decisions/invoice-earlier.ts';
import { issueDocuments } from '../../documents/issue-document.ts';
import { documentsOfOrder } from '../../documents/issued.ts';
import { erasePayer } from '../erasure/erasure.ts';

const stack = await useCheckoutStack();
const { http, database, jobs } = stack;
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };

beforeEach(async () => {
  await stack.reset();
  await database.deleteFrom('document_requests').where('is_settled', '=', false).execute();
});

async function booked(change: Record<string, unknown> = {}) {
  const { order_id: providerId } = await stack.open({ billing: { state: '27' }, ...change });
  const paid = await stack.pay(providerId);
  await http.post('/api/booking').send(paid).expect(200);
  return { providerId, paid, id: (await stack.order(providerId)).id };
}

const requestsOf = (orderId: string) =>
  database
    .selectFrom('document_requests')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();

/** Issues the due documents. @returns kind and total of each document of the order */
async function issueAndList(orderId: string) {
  await issueDocuments(issuing, orderId);
  return (await documentsOfOrder(database, orderId)).map(({ kind, amounts }) => [kind, amounts.totalPaise]);
}

describe('documents of an order', () => {
  it('leave out emoji in the course name, because no font of documents has them', async () => {
    const { order_id: providerId } = await stack.open();
    await sql`update orders set batch = batch || '{"course_name": "🚀 Leading SAFe® ❤️"}'`.execute(database);
    await http
      .post('/api/booking')
      .send(await stack.pay(providerId))
      .expect(200);
    const { id } = await stack.order(providerId);
    expect(await requestsOf(id)).toMatchObject([{ supply: { course: 'Leading SAFe®' } }]);
  });

  it('are requested once, however often the payment is reported', async () => {
    const { order_id: providerId } = await stack.open({ billing: { state: '27' } });
    const paid = await stack.pay(providerId, 'captured', 'duplicate');
    await stack.idle();
    await http.post('/api/booking').send(paid).expect(200);
    await stack.checkout.reconcile();
    const { id } = await stack.order(providerId);
    expect(await requestsOf(id)).toMatchObject([
      {
        kind: 'invoice',
        supply: {
          paymentId: paid.razorpay_payment_id,
          totalPaise: 44_837_64,
          placeOfSupply: '27',
          buyer: { name: 'Asha Nair', state: '27', company: null },
        },
      },
    ]);
    const queued = await sql<{ id: string }>`select data ->> 'id' as id from pgboss.job
      where name = 'issue-documents' and data ->> 'id' = ${id}`.execute(database);
    expect(queued.rows).toHaveLength(1);
    expect(await issueAndList(id)).toEqual([['invoice', 44_837_64]]);
  });

  it('are not issued for an unmatched payment', async () => {
    const { providerId, id } = await booked();
    const second = await stack.pay(providerId);
    await http.post('/api/booking').send(second).expect(200);
    await decide(stack.deps, id, { kind: 'refund' }, 'paid twice');
    expect(await issueAndList(id)).toEqual([['invoice', 44_837_64]]);
  });

  it('include a credit note for each cancellation', async () => {
    const { providerId, id } = await booked();
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
    const [, correction] = await requestsOf(id);
    const { refunds: [refund] = [] } = (await stack.order(providerId)).payments[0] ?? {};
    expect(Number(correction?.credited_paise)).toBe(refund?.amountPaise);
    expect(correction).toMatchObject({ reason: 'part_cancellation', cancelled_seats: 1 });
    expect(await issueAndList(id)).toEqual([
      ['invoice', 44_837_64],
      ['credit_note', 22_418_82],
    ]);
    await stack.finishRefunds();
    await decide(stack.deps, id, { kind: 'cancel' }, 'nor the other');
    expect(await issueAndList(id)).toEqual([
      ['invoice', 44_837_64],
      ['credit_note', 22_418_82],
      ['credit_note', 22_418_82],
    ]);
  });

  it('correct a price that was reduced in the dashboard, without cancelling a seat', async () => {
    const { id, paid } = await booked();
    await stack.refundInDashboard(paid.razorpay_payment_id, { amount: 1_000_01 });
    await stack.checkout.reconcile();
    await stack.closeCase('return_undecided', 'price_reduction');
    const [, correction] = await requestsOf(id);
    expect(correction).toMatchObject({ reason: 'goodwill', cancelled_seats: 0 });
  });

  it('do not change if a refund fails and is made by bank transfer', async () => {
    const { id } = await booked();
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
    const before = await issueAndList(id);
    await stack.finishRefunds('failed');
    await stack.checkout.reconcile();
    expect(await issueAndList(id)).toEqual(before);
    await decide(stack.deps, id, { kind: 'refund', transfer: 'UTR123456' }, 'by transfer');
    expect(await issueAndList(id)).toEqual(before);
  });

  it('wait for the decision about the seats if the refund was made in the dashboard', async () => {
    const { id, paid } = await booked();
    await stack.refundInDashboard(paid.razorpay_payment_id, { amount: 22_418_82 });
    await stack.checkout.reconcile();
    expect(await issueAndList(id)).toEqual([['invoice', 44_837_64]]);
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one seat');
    expect(await issueAndList(id)).toEqual([
      ['invoice', 44_837_64],
      ['credit_note', 22_418_82],
    ]);
  });

  it('are requested later for earlier orders, including their cancellations', async () => {
    const { id } = await booked();
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
    await database.deleteFrom('document_requests').where('order_id', '=', id).execute();
    expect(await requestEarlierDocuments(stack.deps)).toEqual([id]);
    expect(await requestEarlierDocuments(stack.deps)).toEqual([]);
    expect(await issueAndList(id)).toEqual([
      ['invoice', 44_837_64],
      ['credit_note', 22_418_82],
    ]);
  });

  it('are kept when the buyer is erased, and are counted', async () => {
    const { id, providerId } = await booked();
    await issueAndList(id);
    expect(await transact(database, (transaction) => erasePayer(transaction, buyer.email))).toMatchObject({
      documents: 1,
      erased: [{ id }],
    });
    expect((await stack.order(providerId)).contact.email).toBe('');
    const [document] = await documentsOfOrder(database, id);
    expect(document?.eInvoice.BuyerDtls.LglNm).toBe('Asha Nair');
  });
});

describe('a decision after the last day on which a credit note reduces the tax', () => {
  const at = (now: string) => ({ ...stack.deps, now: () => new Date(`${now}+05:30`) });

  it('warns from 1 December on, and its plan has another digest than on 30 November', async () => {
    const { id } = await booked();
    await sql`update orders set paid_at = '2026-03-31T12:00:00Z' where id = ${id}`.execute(database);
    const cancel = { kind: 'cancel' } as const;
    const inTime = await previewDecision(at('2026-11-30T23:59:59'), id, cancel);
    const late = await previewDecision(at('2026-12-01T00:00:00'), id, cancel);
    const warning = expect.stringContaining('the credit note is without GST');
    expect(inTime.plan.isCreditLate).toBe(false);
    expect(inTime.sentences).not.toContainEqual(warning);
    expect(late.plan.isCreditLate).toBe(true);
    expect(late.sentences).toContainEqual(warning);
    await expect(
      decide(at('2026-12-01T00:00:00'), id, cancel, 'too late', inTime.plan.digest),
    ).rejects.toThrow('changed');
  });
});
