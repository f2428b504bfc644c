import { beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from './reconcile.ts';
import { useCheckoutStack } from './testing/checkout-stack.ts';

const stack = await useCheckoutStack();
const { upstream, checkout } = stack;
const minuteMs = 60_000;

beforeEach(() => stack.reset());

/** Reconciles, and does what the jobs that it left would do. */
async function reconcileAndSettle(orderId: string) {
  const result = await checkout.reconcile();
  await checkout.settle([(await stack.order(orderId)).id]);
  return result;
}

describe('the reconciler', () => {
  it.each(['captured', 'authorized', 'late_authorized'] as const)(
    'books a %s payment of which neither callback nor webhook told',
    async (outcome) => {
      const { order_id: orderId } = await stack.open();
      await stack.pay(orderId, outcome);
      stack.setClock(16 * minuteMs);
      const result = await reconcileAndSettle(orderId);
      expect(result).toMatchObject({ ordersChanged: 1, failures: 0 });
      expect((await stack.order(orderId)).state).toBe('booked');
      expect(upstream.bookings).toHaveLength(1);
      expect(await checkout.reconcile()).toMatchObject({ ordersChanged: 0, bookingsResumed: 0 });
    },
  );

  it('captures a payment that failed and was authorized later', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'failed');
    stack.setClock(16 * minuteMs);
    await reconcileAndSettle(orderId);
    expect((await stack.order(orderId)).state).toBe('attempted');
    await stack.pay(orderId, 'late_authorized');
    stack.setClock(22 * minuteMs);
    await reconcileAndSettle(orderId);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('asks for abandoned orders less and less, and not after 4 days', async () => {
    const { order_id: orderId } = await stack.open();
    const checks: number[] = [];
    for (const minutes of [16, 17, 22, 120, 121, 5 * 24 * 60, 6 * 24 * 60]) {
      stack.setClock(minutes * minuteMs);
      checks.push((await checkout.reconcile()).ordersChecked);
    }
    expect(checks).toEqual([1, 0, 1, 1, 0, 1, 0]);
    expect((await stack.order(orderId)).state).toBe('created');
  });

  it('finds a second payment of an order that is booked, and shows it to the operator', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    await stack.pay(orderId);
    await reconcileAndSettle(orderId);
    const order = await stack.order(orderId);
    expect(order.state).toBe('refund_due');
    expect(order.payments.map(({ role, refund }) => [role, refund])).toEqual([
      ['pays', 'none'],
      ['stray', 'due'],
    ]);
    expect(upstream.bookings).toHaveLength(1);
  });

  it('leaves an authorized second payment alone: it goes back by itself', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    await stack.pay(orderId, 'authorized');
    await reconcileAndSettle(orderId);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('sees a refund that was made in the dashboard of Razorpay', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.http.post('/api/booking').send(paid);
    await stack.deps.razorpay.refund(paid.razorpay_payment_id, amount, 'made-in-the-dashboard');
    await stack.idle();
    await checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refunded');
  });

  it('takes up a booking whose job was lost', async () => {
    const { order_id: orderId } = await stack.open();
    upstream.onBooking = 'http_500';
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    upstream.onBooking = 'fine';
    expect(await checkout.reconcile()).toMatchObject({ bookingsResumed: 0 });
    stack.setClock(3 * minuteMs);
    expect(await reconcileAndSettle(orderId)).toMatchObject({ bookingsResumed: 1 });
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('looks at everything at once where it is asked to', async () => {
    const { order_id: orderId } = await stack.open();
    expect(await checkout.reconcile()).toMatchObject({ ordersChecked: 0 });
    expect(await reconcile(stack.deps, { all: true })).toMatchObject({ ordersChecked: 1 });
    expect(await checkout.reconcile()).toMatchObject({ ordersChecked: 0 });
    upstream.onBooking = 'http_500';
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    upstream.onBooking = 'fine';
    expect(await checkout.reconcile()).toMatchObject({ bookingsResumed: 0 });
    expect(await reconcile(stack.deps, { all: true })).toMatchObject({ bookingsResumed: 1 });
  });

  it("ignores other shops' payments of the same account", async () => {
    const foreign = await stack.deps.razorpay.createOrder({ amountPaise: 5000, receipt: 'other', notes: {} });
    await stack.pay(foreign.id);
    expect(await checkout.reconcile()).toMatchObject({ paymentsChecked: 0, failures: 0 });
  });

  it('goes on with the next run where Razorpay fails', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId);
    stack.setClock(16 * minuteMs);
    await stack.fault('http_500', 2);
    expect((await checkout.reconcile()).failures).toBe(2);
    stack.setClock(32 * minuteMs);
    await reconcileAndSettle(orderId);
    expect((await stack.order(orderId)).state).toBe('booked');
  });
});
