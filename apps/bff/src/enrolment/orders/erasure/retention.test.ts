import { beforeEach, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { historyOf } from '../store/order-history.ts';

const stack = await useCheckoutStack();
const { http, checkout, upstream } = stack;
const dayMs = 24 * 60 * 60_000;
const retentionDays = 30;

beforeEach(async () => {
  await stack.reset();
  stack.deps.settings.retentionDays = retentionDays;
});

/** Sells a batch that begins and ends this many days from today. */
function sellBatch(fromDays: number, toDays: number): void {
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  upstream.schedules.set(101, [someBatch({ start_date: day(fromDays), end_date: day(toDays) })]);
}

async function eraseAfter(days: number): Promise<number> {
  await stack.setClock(days * dayMs);
  return checkout.eraseOld();
}

it('erases the payer after the retention time, counted from the end of the course, and keeps the data for accounting', async () => {
  sellBatch(3, 5);
  const { order_id: orderId, receipt_path: receiptPath } = await stack.open({
    attribution: { first: { utm_source: 'newsletter', at: '2026-11-01T00:00:00.000Z' } },
  });
  const paid = await stack.pay(orderId);
  await http.post('/api/booking').send(paid).expect(200);
  const before = await stack.order(orderId);

  expect(await eraseAfter(retentionDays + 4)).toBe(0);
  expect((await stack.order(orderId)).contact.email).toBe(buyer.email);
  expect(await eraseAfter(retentionDays + 7)).toBe(1);
  expect(await eraseAfter(retentionDays + 8)).toBe(0);

  await stack.setClock(0);
  const after = await stack.order(orderId);
  const contact = { firstName: '', lastName: '', email: '', phoneNumber: '' };
  const receiptToken = expect.not.stringContaining(before.receiptToken);
  expect(after).toEqual({ ...before, contact, bookingBody: null, receiptToken });
  const rows = await stack.database.selectFrom('orders').selectAll().execute();
  const everything = JSON.stringify([rows, await historyOf(stack.database, after.id)]);
  for (const detail of [...Object.values(buyer), 'newsletter']) expect(everything).not.toContain(detail);
  expect((await historyOf(stack.database, after.id)).at(-1)?.event).toBe('erased');

  await http.get(`/api${receiptPath.replace('/receipt/', '/receipts/')}`).expect(404);
});

it('erases the visitor of an abandoned order once a late payment is no longer possible', async () => {
  const { order_id: orderId } = await stack.open();
  await stack.pay(orderId, 'failed');
  await stack.setClock(dayMs);
  await checkout.reconcile();
  expect((await stack.order(orderId)).state).toBe('attempted');
  expect(await eraseAfter(retentionDays + 1)).toBe(0);
  await checkout.reconcile();
  expect(await eraseAfter(retentionDays + 1)).toBe(1);
  expect(await stack.order(orderId)).toMatchObject({ state: 'attempted', contact: { email: '' } });
});

it('erases the payer of an order that is cancelled without a refund', async () => {
  sellBatch(3, 5);
  const { order_id: orderId } = await stack.open();
  await http
    .post('/api/booking')
    .send(await stack.pay(orderId))
    .expect(200);
  await stack.database.updateTable('orders').set({ state: 'cancelled', booking: 'dropped' }).execute();
  expect(await eraseAfter(retentionDays + 7)).toBe(1);
});

it('keeps orders that wait for the operator', async () => {
  const { order_id: refused } = await stack.open();
  upstream.onBooking = 'refuse';
  await http
    .post('/api/booking')
    .send(await stack.pay(refused))
    .expect(200);
  const { order_id: twice } = await stack.open();
  upstream.onBooking = 'fine';
  await http
    .post('/api/booking')
    .send(await stack.pay(twice))
    .expect(200);
  await stack.pay(twice);
  await checkout.reconcile();
  expect((await stack.order(refused)).state).toBe('needs_review');
  expect((await stack.order(twice)).state).toBe('refund_due');
  expect(await eraseAfter(100 * 365)).toBe(0);
  expect((await stack.order(refused)).contact.email).toBe(buyer.email);
});
