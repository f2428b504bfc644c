import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';
import { until } from '../../../testing/checkout/waiting.ts';
import { ordersCommand } from '../../operators/cli/orders.ts';
import { historyOf } from '../orders/store/order-history.ts';
import { acquireChange } from './change-lease.ts';

const stack = await useCheckoutStack({ bookingTimeoutMs: 500 });
const { http, upstream, database, deps } = stack;

beforeEach(async () => {
  await stack.reset();
  deps.settings.upstreamBookingChanges = true;
});

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await ordersCommand(args, deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

/** @returns our order id, Razorpay's order id and the payment id */
const bookedOrder = (seats: number) => stack.book({ number_of_course: seats });

const cancel = (id: string, ...args: string[]) => ops('refund', id, '--note', 'asked for it', ...args);
const reportedSeats = async (orderId: string) => (await stack.order(orderId)).reportedSeats;
/**
 * @returns the changes of a booking that the upstream has; filtered by payment, because a slow call of an
 * earlier test may still arrive
 */
const changesOf = (paymentId: string) =>
  upstream.changes.filter(({ body }) => body.transaction_id === paymentId);
const changes = () => database.selectFrom('booking_changes').selectAll().orderBy('number').execute();
const passTime = async (id: string) => {
  await stack.setClock(5 * 60_000);
  return stack.sendBookingChanges([id]);
};

describe('cancelled seats', () => {
  it('are reported to the upstream, and are free once the upstream has accepted the change', async () => {
    upstream.schedules.set(courseId, [someBatch({ seats_total: 4 })]);
    const { id, orderId, paymentId } = await bookedOrder(4);
    expect((await cancel(id, '--seats', '1')).text).toContain('The upstream is being updated');
    expect(await stack.cases()).toEqual([]);
    const soldOut = { ...purchase, email: 'other@example.com', number_of_course: 1 };
    await http.post('/api/checkout').send(soldOut).expect(409);
    expect(await stack.sendBookingChanges()).toEqual([]);
    expect(upstream.changes.map(({ body }) => body)).toEqual([{ transaction_id: paymentId, seats: 3 }]);
    expect(await reportedSeats(orderId)).toBe(1);
    expect(await stack.cases()).toEqual([]);
    await http.post('/api/checkout').send(soldOut).expect(200);
    // All remaining seats.
    await stack.finishRefunds();
    await cancel(id);
    await stack.sendBookingChanges();
    expect(upstream.changes.at(-1)?.body).toEqual({ transaction_id: paymentId, seats: 0 });
    expect(await reportedSeats(orderId)).toBe(4);
  });

  it('become a task for an operator if the upstream does not support changes', async () => {
    deps.settings.upstreamBookingChanges = false;
    const { id, orderId } = await bookedOrder(2);
    expect((await cancel(id, '--seats', '1')).text).toContain('Update the upstream');
    await stack.sendBookingChanges();
    await stack.checkout.reconcile();
    expect(upstream.changeCalls).toBe(0);
    expect(await stack.cases()).toEqual(['cancellation_refused']);
    expect(await reportedSeats(orderId)).toBe(0);
    await stack.closeCase('cancellation_refused', 'reported');
    expect(await reportedSeats(orderId)).toBe(1);
    expect(await stack.cases()).toEqual([]);
  });

  it('stay with the operator if the upstream refuses them, with its message', async () => {
    upstream.onChange = 'refuse';
    const { id, orderId } = await bookedOrder(2);
    await cancel(id, '--seats', '1');
    expect(await stack.sendBookingChanges()).toEqual([]);
    expect(await reportedSeats(orderId)).toBe(0);
    expect((await ops('--cases')).text).toContain('There is no booking with this payment.');
    expect((await historyOf(database, id)).map(({ event }) => event)).toContain('change_refused');
    upstream.onChange = 'fine';
    await passTime(id);
    await stack.checkout.reconcile();
    expect(await stack.sendBookingChanges()).toEqual([]);
    expect(upstream.changeCalls).toBe(1);
    expect(await stack.cases()).toEqual(['cancellation_refused']);
    await stack.closeCase('cancellation_refused', 'reported');
    expect(await stack.cases()).toEqual([]);
  });

  it('that the upstream refused are resolved by a later cancellation that it accepts', async () => {
    upstream.onChange = 'refuse';
    const { id, orderId } = await bookedOrder(3);
    await cancel(id, '--seats', '1');
    await stack.sendBookingChanges();
    await stack.finishRefunds();
    upstream.onChange = 'fine';
    await cancel(id, '--seats', '1');
    await stack.sendBookingChanges();
    expect(await reportedSeats(orderId)).toBe(2);
    expect(await stack.cases()).toEqual([]);
  });
});

it.each(['http_401', 'http_404', 'http_422'] as const)(
  'a change that the upstream answers with %s has a case that cannot be lost',
  async (answer) => {
    upstream.onChange = answer;
    const { id } = await bookedOrder(2);
    await cancel(id, '--seats', '1');
    expect(await stack.sendBookingChanges()).toEqual([]);
    expect(await stack.cases()).toEqual(['cancellation_refused']);
    const closing = database.updateTable('cases').set({ closed_at: new Date() });
    await expect(closing.execute()).rejects.toThrow('booking_changes_open_case');
    const forgetting = database.updateTable('booking_changes').set({ open_case: null });
    await expect(forgetting.execute()).rejects.toThrow('booking_changes_left_with_case');
  },
);

describe('a change call', () => {
  it.each(['http_500', 'reset', 'lost_answer', 'slow'] as const)(
    'that ends with %s is repeated under its idempotency key, and applied once',
    async (fault) => {
      upstream.onChange = fault;
      upstream.slowMs = 900;
      const { id, orderId, paymentId } = await bookedOrder(2);
      await cancel(id, '--seats', '1');
      expect(await stack.sendBookingChanges()).toEqual([id]);
      expect(await reportedSeats(orderId)).toBe(0);
      upstream.onChange = 'fine';
      expect(await stack.sendBookingChanges([id])).toEqual([]);
      expect(upstream.changeCalls).toBe(2);
      expect(changesOf(paymentId)).toHaveLength(1);
      expect(await reportedSeats(orderId)).toBe(1);
      expect((await changes()).map(({ state, attempts }) => [state, attempts])).toEqual([['accepted', 2]]);
    },
  );

  it('is made once if several workers send it concurrently', async () => {
    upstream.onChange = 'slow';
    upstream.slowMs = 200;
    const { id } = await bookedOrder(3);
    await cancel(id, '--seats', '1');
    await Promise.all(Array.from({ length: 5 }, () => stack.checkout.sendChanges([id])));
    expect(upstream.changeCalls).toBe(1);
    expect(await changes()).toHaveLength(1);
  });

  it('whose process died is repeated under the same idempotency key after its lease has ended', async () => {
    const { id, orderId, paymentId } = await bookedOrder(2);
    await cancel(id, '--seats', '1');
    const leased = await acquireChange(deps, id);
    if (typeof leased === 'string') throw new Error(leased);
    // The dead process may have sent the call.
    await deps.upstream.submit('booking_change', { ...leased.body }, { idempotencyKey: leased.id });
    expect(await stack.sendBookingChanges()).toEqual([id]);
    expect(await passTime(id)).toEqual([]);
    expect(changesOf(paymentId)).toEqual([
      { body: { transaction_id: paymentId, seats: 1 }, idempotencyKey: leased.id },
    ]);
    expect(await reportedSeats(orderId)).toBe(1);
  });

  it('whose job was lost is sent by the reconciler', async () => {
    const { id, orderId } = await bookedOrder(2);
    await cancel(id, '--seats', '1');
    await sql`delete from pgboss.job where name = 'change-booking'`.execute(database);
    expect((await stack.checkout.reconcile()).changesResumed).toBe(0);
    await stack.setClock(5 * 60_000);
    expect((await stack.checkout.reconcile()).changesResumed).toBe(1);
    await stack.sendBookingChanges();
    expect(await reportedSeats(orderId)).toBe(1);
  });

  it('results in the correct state if more seats are cancelled during it', async () => {
    upstream.onChange = 'slow';
    upstream.slowMs = 200;
    const { id, orderId } = await bookedOrder(4);
    await cancel(id, '--seats', '1');
    await stack.finishRefunds();
    const first = stack.sendBookingChanges();
    await until(async () => upstream.changeCalls === 1);
    await cancel(id, '--seats', '2');
    await first;
    await stack.sendBookingChanges([id]);
    expect(upstream.changes.map(({ body }) => body.seats)).toEqual([3, 1]);
    expect(await reportedSeats(orderId)).toBe(3);
    expect(await stack.cases()).toEqual([]);
  });

  it('is still sent after another case of its order was closed', async () => {
    upstream.onChange = 'http_500';
    const { id, orderId, paymentId } = await bookedOrder(3);
    await cancel(id, '--seats', '2');
    await stack.sendBookingChanges();
    await stack.dispute({ payment_id: paymentId });
    await stack.checkout.reconcile();
    expect(await stack.cases()).toEqual(['dispute']);
    await stack.closeCase('dispute', 'answered');
    expect(await stack.cases()).toEqual([]);
    upstream.onChange = 'fine';
    expect(await stack.sendBookingChanges([id])).toEqual([]);
    expect(changesOf(paymentId).map(({ body }) => body.seats)).toEqual([1]);
    expect(await reportedSeats(orderId)).toBe(2);
  });
});

describe('attendees who are named after the booking', () => {
  const people = [{ name: 'Ravi Menon', email: 'ravi@example.com' }];
  const name = async (orderId: string, attendees: object[]) => {
    const { receiptToken } = await stack.order(orderId);
    return http.post(`/api/receipts/${receiptToken}/attendees`).send({ attendees }).expect(200);
  };

  it('are reported again with the complete list if another attendee is named during the call', async () => {
    const { orderId, paymentId, id } = await bookedOrder(3);
    await name(orderId, people);
    upstream.onChange = 'slow';
    upstream.slowMs = 200;
    const first = stack.sendBookingChanges();
    await until(async () => upstream.changeCalls === 1);
    const more = [...people, { name: 'Asha Nair', email: 'asha@example.com' }];
    await name(orderId, more);
    await first;
    await stack.sendBookingChanges([id]);
    expect(changesOf(paymentId).map(({ body }) => body.attendees)).toEqual([people, more]);
    const { attendeesReported, attendeesVersion } = await stack.order(orderId);
    expect(attendeesReported).toBe(attendeesVersion);
    expect((await stack.checkout.reconcile()).changesResumed).toBe(0);
  });

  it('are found by the reconciler if their job was lost; refused ones are not sent again', async () => {
    upstream.onChange = 'refuse';
    const { orderId, id } = await bookedOrder(2);
    await name(orderId, people);
    await sql`delete from pgboss.job where name = 'change-booking'`.execute(database);
    await stack.setClock(5 * 60_000);
    expect((await stack.checkout.reconcile()).changesResumed).toBe(1);
    await stack.sendBookingChanges([id]);
    expect(upstream.changeCalls).toBe(1);
    await stack.setClock(10 * 60_000);
    expect((await stack.checkout.reconcile()).changesResumed).toBe(0);
    expect((await ops('review', id)).text).toContain('not all are in the upstream');
    expect(await stack.cases()).toEqual(['attendees_refused']);
  });

  it('become one task for an operator if the upstream does not support changes', async () => {
    deps.settings.upstreamBookingChanges = false;
    const { orderId } = await bookedOrder(3);
    await name(orderId, people);
    await name(orderId, [...people, { name: 'Asha Nair', email: 'asha@example.com' }]);
    await stack.sendBookingChanges();
    await stack.checkout.reconcile();
    expect(await stack.cases()).toEqual(['attendees_refused']);
    await stack.closeCase('attendees_refused', 'reported');
    const { attendeesReported, attendeesVersion } = await stack.order(orderId);
    expect(attendeesReported).toBe(attendeesVersion);
    expect(await stack.cases()).toEqual([]);
  });

  it('are reported if the booking was sent before they were named', async () => {
    upstream.onBooking = 'http_500';
    const { order_id: orderId } = await stack.open({ number_of_course: 2 });
    await http
      .post('/api/booking')
      .send(await stack.pay(orderId))
      .expect(200);
    await name(orderId, people);
    upstream.onBooking = 'fine';
    await stack.setClock(5 * 60_000);
    await stack.checkout.reconcile();
    await stack.workOff();
    await stack.sendBookingChanges();
    expect(upstream.bookings.at(-1)?.body).not.toHaveProperty('attendees');
    expect(upstream.changes.map(({ body }) => body.attendees)).toEqual([people]);
  });
});
