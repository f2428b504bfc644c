import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import type { Page, ProviderPayment } from '../../partners/payments/provider.ts';
import { pageOf, paymentShape } from '../../partners/payments/razorpay/shapes.ts';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { openCases } from '../orders/cases/case-store.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import { reconcile, reconcileOrder } from './reconcile.ts';

const stack = await useCheckoutStack();
const { upstream, checkout } = stack;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeEach(() => stack.reset());

/** Runs the reconciler, and the jobs that it enqueued. */
async function reconcileAndAdvance(orderId: string) {
  const result = await checkout.reconcile();
  await checkout.advance([(await stack.order(orderId)).id]);
  return result;
}

describe('the reconciler', () => {
  it.each(['captured', 'authorized', 'late_authorized'] as const)(
    'books a payment with the outcome %s that the callback and the webhook did not report',
    async (outcome) => {
      const { order_id: orderId } = await stack.open();
      await stack.pay(orderId, outcome);
      await stack.setClock(16 * minuteMs);
      const result = await reconcileAndAdvance(orderId);
      expect(result).toMatchObject({ ordersChanged: 1, failures: 0 });
      expect((await stack.order(orderId)).state).toBe('booked');
      expect(upstream.bookings).toHaveLength(1);
      expect(await checkout.reconcile()).toMatchObject({ ordersChanged: 0, bookingsResumed: 0 });
    },
  );

  it('captures a payment that failed and was authorized later', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'failed');
    await stack.setClock(16 * minuteMs);
    await reconcileAndAdvance(orderId);
    expect((await stack.order(orderId)).state).toBe('attempted');
    await stack.pay(orderId, 'late_authorized');
    await stack.setClock(22 * minuteMs);
    await reconcileAndAdvance(orderId);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('asks for abandoned orders with backoff, and stops after 4 days', async () => {
    const { order_id: orderId } = await stack.open();
    const checks: number[] = [];
    for (const minutes of [16, 17, 22, 120, 121, 5 * 24 * 60, 6 * 24 * 60]) {
      await stack.setClock(minutes * minuteMs);
      checks.push((await checkout.reconcile()).ordersChecked);
    }
    expect(checks).toEqual([1, 0, 1, 1, 0, 1, 0]);
    expect((await stack.order(orderId)).state).toBe('created');
  });

  it('finds a second payment of a booked order, which is then to be refunded', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    await stack.pay(orderId);
    await reconcileAndAdvance(orderId);
    const order = await stack.order(orderId);
    expect(order.state).toBe('refund_due');
    expect(order.payments.map(({ role, refund }) => [role, refund])).toEqual([
      ['pays', 'none'],
      ['unmatched', 'due'],
    ]);
    expect(upstream.bookings).toHaveLength(1);
  });

  it('leaves an authorized second payment alone: it is refunded automatically', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    await stack.pay(orderId, 'authorized');
    await reconcileAndAdvance(orderId);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('finds a refund that was made in the dashboard of Razorpay', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.http.post('/api/booking').send(paid);
    await stack.refundInDashboard(paid.razorpay_payment_id, { amount });
    await checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refunded');
  });

  it('resumes a booking whose job was lost', async () => {
    const { order_id: orderId } = await stack.open();
    upstream.onBooking = 'http_500';
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    upstream.onBooking = 'fine';
    expect(await checkout.reconcile()).toMatchObject({ bookingsResumed: 0 });
    await stack.setClock(3 * minuteMs);
    expect(await reconcileAndAdvance(orderId)).toMatchObject({ bookingsResumed: 1 });
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('checks all orders immediately on request', async () => {
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
    const foreign = await stack.deps.provider.createOrder({ amountPaise: 5000, receipt: 'other', notes: {} });
    await stack.pay(foreign.id);
    expect(await checkout.reconcile()).toMatchObject({ paymentsChecked: 0, failures: 0 });
  });

  it('continues in the next run if Razorpay fails', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId);
    await stack.setClock(16 * minuteMs);
    await stack.fault('http_500', 2);
    expect((await checkout.reconcile()).failures).toBe(2);
    await stack.setClock(32 * minuteMs);
    await reconcileAndAdvance(orderId);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('follows a refund until it is processed, and finds partial refunds made in the dashboard', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.http.post('/api/booking').send(paid);
    await stack.refundInDashboard(paid.razorpay_payment_id, { amount: 100, outcome: 'pending' });
    expect(await checkout.reconcile()).toMatchObject({ ordersChanged: 1 });
    expect((await stack.order(orderId)).payments[0]?.refunds).toMatchObject([{ state: 'pending' }]);
    expect(await checkout.reconcile()).toMatchObject({ ordersChanged: 0, failures: 0 });
    await stack.finishRefunds('processed');
    await stack.refundInDashboard(paid.razorpay_payment_id, { amount: amount - 100 });
    await checkout.reconcile();
    const order = await stack.order(orderId);
    expect(order.payments[0]?.refunds.map(({ state }) => state)).toEqual(['processed', 'processed']);
    expect(order.state).toBe('refunded');
    expect(await stack.cases()).toEqual(['return_undecided']);
  });

  it('finds a refund of an old payment whose event was lost', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.http.post('/api/booking').send(paid);
    await stack.database
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - 60 * dayMs) })
      .execute();
    await stack.refundInDashboard(paid.razorpay_payment_id);
    await checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refunded');
  });

  it('finds the automatic refund of a payment that was never captured', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId, 'authorized');
    await stack.refundInDashboard(paid.razorpay_payment_id);
    await checkout.reconcile();
    expect((await stack.order(orderId)).payments[0]).toMatchObject({ uncaptured: true, refund: 'done' });
    expect(upstream.bookingCalls).toBe(0);
  });

  it('finds a dispute whose events were lost, and does not reopen it once it is answered', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const paid = await stack.pay(orderId);
    await stack.http.post('/api/booking').send(paid);
    const { id } = await stack.dispute({ payment_id: paid.razorpay_payment_id });
    await checkout.reconcile();
    expect(await stack.cases()).toEqual(['dispute']);
    const order = await stack.order(orderId);
    expect(order.payments[0]?.disputes).toHaveLength(1);
    await stack.closeCase('dispute', 'answered');
    await checkout.reconcile();
    expect(await stack.cases()).toEqual([]);
    await stack.dispute({ dispute_id: id, status: 'lost' });
    await checkout.reconcile();
    expect((await stack.order(orderId)).payments[0]?.disputes).toMatchObject([{ lostPaise: amount }]);
    expect(await stack.cases()).toEqual(['return_undecided']);
  });

  it('opens one case for a payment that it cannot read, and continues', async () => {
    const odd = await stack.open();
    await stack.pay(odd.order_id);
    const good = await stack.open();
    await stack.pay(good.order_id);
    // A status that Razorpay does not use today.
    const { paymentsOfOrder, recentPayments } = stack.deps.provider;
    const strange = (page: Page<ProviderPayment>) =>
      pageOf(paymentShape).parse({
        items: page.items.map((payment) => ({
          id: payment.id,
          order_id: payment.orderId,
          amount: payment.amountPaise,
          currency: payment.currency,
          captured: payment.captured,
          amount_refunded: payment.refundedPaise,
          status: payment.orderId === odd.order_id ? 'held_for_review' : payment.status,
        })),
      });
    stack.deps.provider.paymentsOfOrder = async (id) => strange(await paymentsOfOrder(id));
    stack.deps.provider.recentPayments = async (...page) => strange(await recentPayments(...page));
    try {
      await stack.setClock(16 * minuteMs);
      const result = await reconcileAndAdvance(good.order_id);
      expect(result).toMatchObject({ failures: 0, ordersChecked: 2 });
      expect((await stack.order(good.order_id)).state).toBe('booked');
      await checkout.reconcile();
      const [shown, ...more] = await openCases(stack.database);
      expect(more).toEqual([]);
      expect(shown).toMatchObject({
        kind: 'unreadable_payment',
        orderId: (await stack.order(odd.order_id)).id,
        reason: expect.stringContaining('status: invalid_value'),
      });
    } finally {
      Object.assign(stack.deps.provider, { paymentsOfOrder, recentPayments });
    }
    await stack.setClock(32 * minuteMs);
    await reconcileAndAdvance(odd.order_id);
    expect((await stack.order(odd.order_id)).state).toBe('booked');
    expect(await stack.cases()).toEqual([]);
  });

  it('opens a case for a refund that cannot be read, and closes it once it can', async () => {
    const { order_id: orderId } = await stack.open();
    const { razorpay_payment_id: paymentId } = await stack.pay(orderId);
    await stack.setClock(16 * minuteMs);
    await reconcileAndAdvance(orderId);
    await stack.refundInDashboard(paymentId, { amount: 100 });
    const { recentRefunds } = stack.deps.provider;
    stack.deps.provider.recentRefunds = async (...page) => {
      const { items, count } = await recentRefunds(...page);
      const unreadable = items.map(({ id }) => ({ id, orderId: null, reason: 'its amount is not a number' }));
      return { items: [], unreadable, count };
    };
    try {
      await checkout.reconcile();
      expect(await stack.cases()).toContain('unreadable_payment');
    } finally {
      stack.deps.provider.recentRefunds = recentRefunds;
    }
    await checkout.reconcile();
    expect(await stack.cases()).not.toContain('unreadable_payment');
  });

  it('an order that always fails does not block the others', async () => {
    const bad = await stack.open();
    await stack.database
      .updateTable('orders')
      .set({ next_check_at: new Date(0) })
      .execute();
    const good = await stack.open();
    await stack.pay(good.order_id);
    const { paymentsOfOrder } = stack.deps.provider;
    stack.deps.provider.paymentsOfOrder = async (id) => {
      if (id !== bad.order_id) return paymentsOfOrder(id);
      throw new RemoteError('payments', 'unreachable', 'the answer is too long', {
        retry: true,
        outcome: 'unknown',
      });
    };
    try {
      await stack.setClock(16 * minuteMs);
      expect(await reconcileAndAdvance(good.order_id)).toMatchObject({ failures: 1 });
      expect((await stack.order(good.order_id)).state).toBe('booked');
    } finally {
      stack.deps.provider.paymentsOfOrder = paymentsOfOrder;
    }
  });

  it('captures a payment of an order after the payment provider has refused to capture another payment', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'authorized');
    await stack.pay(orderId, 'authorized');
    await stack.setClock(16 * minuteMs);
    await stack.fault('invalid_data');
    expect(await reconcileAndAdvance(orderId)).toMatchObject({ failures: 0 });
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('opens a case for an unreadable payment, even if another payment cannot be captured', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'authorized');
    const { paymentsOfOrder } = stack.deps.provider;
    stack.deps.provider.paymentsOfOrder = async (id) => {
      const page = await paymentsOfOrder(id);
      return {
        ...page,
        unreadable: [{ id: 'pay_strange', orderId: id, reason: 'its amount is not a number' }],
      };
    };
    try {
      await stack.fault('invalid_data');
      await checkout.advance([(await stack.order(orderId)).id]);
      expect(await stack.cases()).toEqual(['unreadable_payment']);
    } finally {
      stack.deps.provider.paymentsOfOrder = paymentsOfOrder;
    }
  });

  it('opens a case for a payment that an event assigned to another order, and does not fail again', async () => {
    const first = await stack.open();
    const second = await stack.open();
    const paid = await stack.pay(second.order_id);
    const payment = await stack.deps.provider.fetchPayment(paid.razorpay_payment_id);
    await applyPayment(stack.deps, await stack.order(first.order_id), payment, { source: 'webhook' });
    await stack.setClock(16 * minuteMs);
    expect(await checkout.reconcile()).toMatchObject({ failures: 0 });
    expect(await stack.cases()).toEqual(['payment_of_another_order']);
    expect((await stack.order(second.order_id)).state).toBe('created');
  });

  it('opens a case for every order that is paid and has not been booked for an hour', async () => {
    upstream.onBooking = 'http_500';
    const { order_id: orderId } = await stack.open();
    await stack.http.post('/api/booking').send(await stack.pay(orderId));
    await stack.setClock(59 * minuteMs);
    await checkout.reconcile();
    expect(await stack.cases()).toEqual([]);
    await stack.setClock(61 * minuteMs);
    await checkout.reconcile();
    await checkout.reconcile();
    expect(await stack.cases()).toEqual(['booking_overdue']);
    expect((await stack.order(orderId)).state).toBe('paid');
    upstream.onBooking = 'fine';
    await checkout.advance([(await stack.order(orderId)).id]);
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(await stack.cases()).toEqual([]);
  });

  it('--all includes an order that is no longer checked, and an old payment', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.database
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - 30 * dayMs), next_check_at: null })
      .execute();
    await stack.pay(orderId);
    expect(await checkout.reconcile()).toMatchObject({ ordersChecked: 0 });
    await stack.database.deleteFrom('order_payments').execute();
    await stack.database
      .updateTable('orders')
      .set({ state: 'created', booking: 'none', payment_id: null, paid_at: null })
      .execute();
    expect(await reconcile(stack.deps, { all: true })).toMatchObject({ ordersChecked: 1, failures: 0 });
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('checks one order, whatever its age', async () => {
    const { order_id: orderId } = await stack.open();
    const other = await stack.open();
    await stack.database.updateTable('orders').set({ next_check_at: null }).execute();
    await stack.pay(orderId);
    await stack.pay(other.order_id);
    const { id } = await stack.order(orderId);
    expect(await reconcileOrder(stack.deps, id)).toMatchObject({ ordersChecked: 1, ordersChanged: 1 });
    expect((await stack.order(orderId)).state).toBe('paid');
    expect((await stack.order(other.order_id)).state).toBe('created');
    expect(await reconcileOrder(stack.deps, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  it('reports a captured payment whose order is missing, once', async () => {
    const { order_id: orderId } = await stack.open();
    const paid = await stack.pay(orderId);
    // As after restoring a backup that is older than the order.
    await stack.database.deleteFrom('orders').execute();
    expect(await reconcile(stack.deps, { all: true })).toMatchObject({ setAside: 1, failures: 0 });
    await checkout.reconcile();
    const [missing, ...more] = await openCases(stack.database);
    expect(more).toEqual([]);
    expect(missing).toMatchObject({
      kind: 'order_missing',
      orderId: null,
      subject: paid.razorpay_payment_id,
      reason: expect.stringContaining('₹44,837.64'),
    });
  });

  it('finds the order if its Razorpay id was never stored', async () => {
    const { order_id: orderId } = await stack.open();
    const { id } = await stack.order(orderId);
    await stack.pay(orderId);
    await stack.database.updateTable('orders').set({ provider_order_id: null }).execute();
    await checkout.reconcile();
    await checkout.advance([id]);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('an erased order that is paid later becomes a case, and is not booked', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.database
      .updateTable('orders')
      .set({ first_name: '', last_name: '', email: '', phone_number: '' })
      .execute();
    await stack.pay(orderId, 'captured', 'send');
    await stack.idle();
    const order = await stack.order(orderId);
    await checkout.advance([order.id]);
    expect(order).toMatchObject({ state: 'needs_review', booking: 'review' });
    expect(order.reviewReason).toContain('erased');
    expect(await stack.cases()).toEqual(['booking_review']);
    expect(upstream.bookingCalls).toBe(0);
  });
});
