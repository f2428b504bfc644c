import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack, webhookSecret } from '../../../testing/checkout/checkout-stack.ts';
import { signed } from '../../../testing/checkout/waiting.ts';
import { historyOf } from '../orders/store/order-history.ts';

const stack = await useCheckoutStack();
const { http, upstream, database } = stack;

beforeEach(() => stack.reset());

interface Report {
  event?: string;
  eventId?: string;
  secret?: string;
  paymentId?: string;
  amount?: number;
  status?: string;
  captured?: boolean;
  /** Of a refund event. The amount defaults to the payment's. */
  refund?: { id?: string; amount?: number; status?: string; receipt?: string | null };
  dispute?: { id?: string; amount?: number; status?: string };
}

function bodyOf(orderId: string, amount: number, report: Report): string {
  return JSON.stringify({
    entity: 'event',
    event: report.event ?? 'payment.captured',
    contains: ['payment'],
    payload: {
      payment: {
        entity: {
          id: report.paymentId ?? 'pay_AAAAAAAAAAAAAA',
          order_id: orderId,
          amount: report.amount ?? amount,
          currency: 'INR',
          status: report.status ?? 'captured',
          captured: report.captured ?? true,
        },
      },
      ...(report.refund && {
        refund: {
          entity: {
            id: 'rfnd_AAAAAAAAAAAAAA',
            payment_id: report.paymentId ?? 'pay_AAAAAAAAAAAAAA',
            amount,
            status: 'processed',
            receipt: null,
            ...report.refund,
          },
        },
      }),
      ...(report.dispute && {
        dispute: {
          entity: {
            id: 'disp_AAAAAAAAAAAAAA',
            payment_id: report.paymentId ?? 'pay_AAAAAAAAAAAAAA',
            amount,
            status: 'open',
            phase: 'chargeback',
            respond_by: 1_790_600_000,
            amount_deducted: 0,
            ...report.dispute,
          },
        },
      }),
    },
    created_at: 1_790_000_000,
  });
}

function deliver(body: string, report: Report = {}) {
  return http
    .post('/api/webhooks/razorpay')
    .set('content-type', 'application/json')
    .set('x-razorpay-signature', signed(body, report.secret ?? webhookSecret))
    .set('x-razorpay-event-id', report.eventId ?? 'evt_1')
    .send(body);
}

async function sendEvent(orderId: string, amount: number, report: Report = {}) {
  return deliver(bodyOf(orderId, amount, report), report).expect(200);
}

const events = () => database.selectFrom('webhook_events').selectAll().execute();

describe('POST /api/webhooks/razorpay', () => {
  it('books if the callback was lost', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', 'send');
    await stack.idle();
    const order = await stack.order(orderId);
    expect(order.state).toBe('paid');
    await stack.checkout.advance([order.id]);
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it.each(['duplicate', 'reorder'] as const)(
    'books once if the sandbox delivers events in the mode %s',
    async (fate) => {
      const { order_id: orderId } = await stack.open();
      await stack.pay(orderId, 'captured', fate);
      await stack.idle();
      const order = await stack.order(orderId);
      expect(order.state).toBe('paid');
      expect(order.payments).toHaveLength(1);
      await stack.checkout.advance([order.id, order.id]);
      expect(upstream.bookings).toHaveLength(1);
    },
  );

  it('leaves an authorized payment to a worker, which captures it', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'authorized', 'send');
    await stack.idle();
    const order = await stack.order(orderId);
    expect(order.state).toBe('attempted');
    await stack.checkout.advance([order.id]);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('answers immediately while the upstream and Razorpay are down', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await stack.fault('slow', 50);
    upstream.onBooking = 'reset';
    const started = performance.now();
    await sendEvent(orderId, amount);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(upstream.bookingCalls).toBe(0);
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('records an event with its order, and ignores a repeated event', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, { eventId: 'evt_same' });
    const { id, version } = await stack.order(orderId);
    await sendEvent(orderId, amount, { eventId: 'evt_same', paymentId: 'pay_BBBBBBBBBBBBBB' });
    expect((await stack.order(orderId)).version).toBe(version);
    expect(await events()).toMatchObject([{ event_id: 'evt_same', outcome: 'taken', order_id: id }]);
  });

  it('acknowledges unrelated and empty events', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent('order_of_another_shop', amount, { eventId: 'evt_a' });
    await sendEvent(orderId, amount, { eventId: 'evt_b', event: 'invoice.paid' });
    await deliver('not json', { eventId: 'evt_c' }).expect(200);
    await deliver('{"event":"payment.captured"}', { eventId: 'evt_d' }).expect(200);
    expect((await stack.order(orderId)).state).toBe('created');
  });

  it('accepts the previous secret during a rotation', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, { secret: 'the_previous_secret' });
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('refuses a modified body', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', 'tamper');
    await stack.idle();
    expect((await stack.order(orderId)).state).toBe('created');
    expect(await events()).toEqual([]);
  });

  it.each<[string, string | null]>([
    ['a forged signature', '0'.repeat(64)],
    ['a signature of another length', 'abc'],
    ['no signature', null],
  ])('refuses an event with %s', async (_name, signature) => {
    const { order_id: orderId, amount } = await stack.open();
    let request = http.post('/api/webhooks/razorpay').set('content-type', 'application/json');
    if (signature !== null) request = request.set('x-razorpay-signature', signature);
    const answer = await request.send(bodyOf(orderId, amount, {})).expect(400);
    expect(answer.body).toMatchObject({ status: 0 });
    expect((await stack.order(orderId)).state).toBe('created');
    expect(await events()).toEqual([]);
  });

  it('verifies the raw bytes: white space and order of keys count', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const body = bodyOf(orderId, amount, {});
    const pretty = JSON.stringify(JSON.parse(body), null, 2);
    await http
      .post('/api/webhooks/razorpay')
      .set('content-type', 'application/json')
      .set('x-razorpay-signature', signed(body, webhookSecret))
      .send(pretty)
      .expect(400);
  });

  it('opens a case for another amount and books nothing', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, { amount: amount - 100 });
    const order = await stack.order(orderId);
    expect(order).toMatchObject({ state: 'needs_review', paymentId: null });
    expect(order.reviewReason).toContain('a different amount or currency than the order');
    await stack.checkout.advance([order.id]);
    expect(upstream.bookingCalls).toBe(0);
  });

  it('does not book a payment that was refunded before', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const refund = { event: 'refund.processed', status: 'refunded', refund: {} };
    await sendEvent(orderId, amount, { eventId: 'evt_1' });
    await sendEvent(orderId, amount, { eventId: 'evt_2', ...refund });
    const order = await stack.order(orderId);
    expect(order.state).toBe('refunded');
    await stack.checkout.advance([order.id]);
    expect(upstream.bookingCalls).toBe(0);
  });

  it('keeps an order paid after a partial refund, and opens a case', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, { eventId: 'evt_1' });
    await sendEvent(orderId, amount, {
      eventId: 'evt_2',
      event: 'refund.processed',
      refund: { amount: 100 },
    });
    const order = await stack.order(orderId);
    expect(order.state).toBe('paid');
    expect(order.payments[0]?.refunds).toMatchObject([
      { providerRefundId: 'rfnd_AAAAAAAAAAAAAA', amountPaise: 100, state: 'processed', source: 'dashboard' },
    ]);
    expect(await stack.cases()).toEqual(['return_undecided']);
  });

  it('keeps a refund as failed if its earlier events arrive later', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, { eventId: 'evt_1' });
    await sendEvent(orderId, amount, {
      eventId: 'evt_2',
      event: 'refund.failed',
      refund: { status: 'failed' },
    });
    await sendEvent(orderId, amount, {
      eventId: 'evt_3',
      event: 'refund.created',
      refund: { status: 'pending' },
    });
    await sendEvent(orderId, amount, {
      eventId: 'evt_4',
      event: 'refund.speed_changed',
      refund: { status: 'pending' },
    });
    const order = await stack.order(orderId);
    expect(order.payments[0]?.refunds).toMatchObject([{ state: 'failed' }]);
    expect(order.state).toBe('paid');
    expect(await stack.cases()).toEqual(['dashboard_refund_failed']);
    const history = await historyOf(database, order.id);
    expect(history.map(({ event }) => event)).toEqual([
      'payment_captured',
      'refund_seen',
      'refund_speed_changed',
    ]);
  });

  it('records the automatic refund of a payment that was never captured', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const authorized = { event: 'payment.authorized', status: 'authorized', captured: false };
    await sendEvent(orderId, amount, { eventId: 'evt_1', ...authorized });
    const refund = { event: 'refund.processed', status: 'refunded', captured: false, refund: {} };
    await sendEvent(orderId, amount, { eventId: 'evt_2', ...refund });
    const order = await stack.order(orderId);
    expect(order.state).toBe('refunded');
    expect(order.payments[0]).toMatchObject({
      role: 'unmatched',
      uncaptured: true,
      refund: 'done',
      refunds: [{ source: 'automatic' }],
    });
    expect(await stack.cases()).toEqual([]);
    await sendEvent(orderId, amount, { eventId: 'evt_3', paymentId: 'pay_BBBBBBBBBBBBBB' });
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('keeps a case open until a dispute is answered or over, and shows the amount that the bank took', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, { eventId: 'evt_1' });
    const dispute = (name: string, change = {}) => ({ event: `payment.dispute.${name}`, dispute: change });
    await sendEvent(orderId, amount, { eventId: 'evt_2', ...dispute('created') });
    expect(await stack.cases()).toEqual(['dispute']);
    await sendEvent(orderId, amount, {
      eventId: 'evt_3',
      ...dispute('under_review', { status: 'under_review' }),
    });
    expect(await stack.cases()).toEqual([]);
    await sendEvent(orderId, amount, { eventId: 'evt_4', ...dispute('lost', { status: 'lost' }) });
    const order = await stack.order(orderId);
    expect(order.payments[0]).toMatchObject({
      refund: 'done',
      disputes: [{ id: 'disp_AAAAAAAAAAAAAA', status: 'lost', lostPaise: amount }],
    });
    const events = (await historyOf(database, order.id)).map(({ event }) => event);
    expect(events).toEqual(['payment_captured', 'dispute_created', 'dispute_under_review', 'dispute_lost']);
  });

  it.each([
    ['the name', { event: 'payment.captured\u0000' }],
    ['the payment', { paymentId: 'pay_\u0000' }],
    ['the state', { status: 'captured\u0000' }],
    ['the refund', { event: 'refund.processed', refund: { id: 'rfnd_\u0000', receipt: '\u0000' } }],
    ['the dispute', { event: 'payment.dispute.created', dispute: { id: 'disp_\u0000', status: '\u0000' } }],
  ])('acknowledges a signed event with a NUL in %s', async (_where, report) => {
    const { order_id: orderId, amount } = await stack.open();
    await sendEvent(orderId, amount, report);
    await sendEvent(`${orderId}\u0000`, amount, { ...report, eventId: 'evt_2' });
    expect((await stack.order(orderId)).payments).toEqual([]);
  });

  it('opens a case for a payment id of another order, and acknowledges the event', async () => {
    const first = await stack.open();
    const second = await stack.open();
    await sendEvent(first.order_id, first.amount, { eventId: 'evt_1' });
    await sendEvent(second.order_id, second.amount, { eventId: 'evt_2' });
    await sendEvent(second.order_id, second.amount, { eventId: 'evt_2' });
    await sendEvent(second.order_id, second.amount, { eventId: 'evt_3' });
    expect((await stack.order(first.order_id)).state).toBe('paid');
    expect((await stack.order(second.order_id)).state).toBe('created');
    expect(await stack.cases()).toEqual(['payment_of_another_order']);
  });

  it('accepts the same payment twice concurrently, for one order and for two', async () => {
    const first = await stack.open();
    const second = await stack.open();
    const events = [first, first, second, second].map(({ order_id: orderId, amount }, index) =>
      sendEvent(orderId, amount, { eventId: `evt_${index}` }),
    );
    await Promise.all(events);
    const states = [first, second].map(async ({ order_id: orderId }) => (await stack.order(orderId)).state);
    expect((await Promise.all(states)).toSorted()).toEqual(['created', 'paid']);
  });
});
