import { subscribableEvents, webhookBody } from '@meridian/contracts/integrations/webhook-events';
import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../../testing/checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../../../../testing/checkout/upstream-double.ts';
import { addEndpoint } from '../../../integrations/webhooks/endpoints.ts';
import { transact } from '../../../platform/database/transact.ts';
import { closeSale } from '../../batches/calling-off/close-sale.ts';
import { compareBatches } from '../../batches/compare-batches.ts';
import { confirmChange } from '../../batches/decide-change.ts';
import { confirmBatch } from '../../batches/planning/confirm-batch.ts';
import { decide } from '../../decisions/decide.ts';

const stack = await useCheckoutStack();
const { database, deps, upstream } = stack;
const guest = { name: 'Ravi Rao', email: 'ravi@example.com' };
const contact = { name: 'Asha Nair', email: 'asha@example.com', phone: '+91 98450 00000' };

beforeEach(async () => {
  await stack.reset();
  for (const table of ['batch_changes', 'webhook_messages', 'webhook_endpoints'] as const)
    await database.deleteFrom(table).execute();
  upstream.schedules.set(courseId, [someBatch(), someBatch({ id: 101417991219 })]);
  const all = { url: 'https://example.com/hooks', events: subscribableEvents, personalData: true };
  await transact(database, (transaction) => addEndpoint(transaction, all, true));
});

/** @returns types and data of the events so far, validated by their contracts */
async function events() {
  const rows = await database
    .selectFrom('webhook_messages')
    .selectAll()
    .orderBy('created_at')
    .orderBy('type', 'desc')
    .execute();
  return rows.map(({ type, data, people, created_at: at }) => {
    const body = { type, timestamp: at.toISOString(), data: { ...(data as object), ...(people as object) } };
    return webhookBody.parse(body) as { type: string; data: Record<string, unknown> };
  });
}
const newEvents = async () => {
  const now = await events();
  await database.deleteFrom('webhook_messages').execute();
  return now;
};

it('a booking sends events for its payment, confirmation, cancellation and refunds', async () => {
  const { id, orderId, paymentId } = await stack.book({ attendees: [guest] }, 'duplicate');
  await stack.idle();
  const { bookingNumber, price } = await stack.order(orderId);
  const order = { order_id: id, booking_number: bookingNumber, contact, attendees: [guest] };
  expect(await newEvents()).toMatchObject([
    {
      type: 'payment.captured',
      data: { ...order, payment_id: paymentId, amount_paise: price.totalPaise, currency: 'INR' },
    },
    { type: 'booking.confirmed', data: { ...order, seats: 2, batch: { id: batchId, course_id: courseId } } },
  ]);

  await decide(deps, id, { kind: 'cancel', seats: 1 }, 'one is ill');
  expect(await newEvents()).toMatchObject([
    { type: 'booking.cancelled', data: { ...order, seats: 1, seats_cancelled: 1 } },
  ]);
  await stack.sendRefunds();
  await stack.finishRefunds();
  await stack.checkout.reconcile();
  const [refunded, ...others] = await newEvents();
  expect(others).toEqual([]);
  expect(refunded).toMatchObject({ type: 'payment.refunded', data: { ...order, payment_id: paymentId } });
  expect(refunded?.data.amount_paise).toBe(price.totalPaise / 2);
});

it('a batch sends one event when it is confirmed, and one when its days change; each booking sends one for the new days', async () => {
  const { id } = await stack.book();
  await newEvents();
  const confirm = () => transact(database, (transaction) => confirmBatch(transaction, deps, batchId));
  await confirm();
  await confirm();
  const before = { id: batchId, start_date: '2099-12-05' };
  expect(await newEvents()).toMatchObject([
    { type: 'batch.confirmed', data: { batch: before, order_ids: [id] } },
  ]);

  upstream.schedules.set(courseId, [someBatch({ start_date: '2099-12-19', end_date: '2099-12-20' })]);
  await compareBatches(deps);
  await confirmOpenChange();
  const after = { id: batchId, start_date: '2099-12-19' };
  expect(await newEvents()).toMatchObject([
    { type: 'booking.moved', data: { order_id: id, batch: after, previous_batch: before, contact } },
    { type: 'batch.postponed', data: { order_ids: [id], batch: after, previous_batch: before } },
  ]);
});

async function confirmOpenChange(): Promise<void> {
  const open = database.selectFrom('batch_changes').select('id').where('state', '=', 'open');
  const { id } = await open.executeTakeFirstOrThrow();
  await transact(database, (transaction) => confirmChange(transaction, deps, id));
}

it('a batch that an operator calls off sends one event', async () => {
  const { id } = await stack.book();
  await newEvents();
  const close = () => transact(database, (transaction) => closeSale(transaction, batchId, 'choose'));
  await close();
  await close();
  expect(await newEvents()).toMatchObject([
    { type: 'batch.called_off', data: { batch: { id: batchId }, order_ids: [id] } },
  ]);
});

it('a batch that vanished sends one event once an operator confirms it', async () => {
  const { id } = await stack.book();
  await newEvents();
  upstream.schedules.set(courseId, [someBatch({ id: 101417991219 })]);
  await compareBatches(deps);
  expect(await newEvents()).toEqual([]);
  await confirmOpenChange();
  expect(await newEvents()).toMatchObject([{ type: 'batch.called_off', data: { order_ids: [id] } }]);
});

it('a booking that is moved to another batch sends an event', async () => {
  deps.settings.upstreamBookingChanges = true;
  const { id } = await stack.book({ attendees: [guest] });
  await stack.sendBookingChanges();
  await newEvents();
  const actor = { id: null, email: 'asha@academy.example', role: 'admin', isSteppedUp: true } as const;
  const call = { actor, key: crypto.randomUUID(), requestId: 'request-1' };
  const move = { id, batch: 101417991219, note: 'asked by phone' };
  const { confirm } = (await deps.actions.preview('orders.move', move, actor)) as { confirm: string };
  await deps.actions.execute('orders.move', { ...move, confirm }, call);
  await stack.sendBookingChanges();
  expect(await newEvents()).toMatchObject([
    {
      type: 'booking.moved',
      data: { order_id: id, batch: { id: 101417991219 }, previous_batch: { id: batchId } },
    },
  ]);
});
