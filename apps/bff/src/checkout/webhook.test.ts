import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack, webhookSecret } from './testing/checkout-stack.ts';
import { signed } from './testing/waiting.ts';

const stack = await useCheckoutStack();
const { http, upstream, database } = stack;

beforeEach(() => stack.reset());

interface Told {
  event?: string;
  eventId?: string;
  secret?: string;
  paymentId?: string;
  amount?: number;
  status?: string;
  amountRefunded?: number;
}

function bodyOf(orderId: string, amount: number, told: Told): string {
  return JSON.stringify({
    entity: 'event',
    event: told.event ?? 'payment.captured',
    contains: ['payment'],
    payload: {
      payment: {
        entity: {
          id: told.paymentId ?? 'pay_AAAAAAAAAAAAAA',
          order_id: orderId,
          amount: told.amount ?? amount,
          currency: 'INR',
          status: told.status ?? 'captured',
          amount_refunded: told.amountRefunded ?? 0,
        },
      },
    },
    created_at: 1_790_000_000,
  });
}

function deliver(body: string, told: Told = {}) {
  return http
    .post('/api/webhooks/razorpay')
    .set('content-type', 'application/json')
    .set('x-razorpay-signature', signed(body, told.secret ?? webhookSecret))
    .set('x-razorpay-event-id', told.eventId ?? 'evt_1')
    .send(body);
}

async function tell(orderId: string, amount: number, told: Told = {}) {
  return deliver(bodyOf(orderId, amount, told), told).expect(200);
}

const events = () => database.selectFrom('webhook_events').selectAll().execute();

describe('POST /api/webhooks/razorpay', () => {
  it('books where the callback was lost', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', 'send');
    await stack.idle();
    const order = await stack.order(orderId);
    expect(order.state).toBe('paid');
    await stack.checkout.settle([order.id]);
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it.each(['duplicate', 'reorder'] as const)('bears events that %s', async (fate) => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', fate);
    await stack.idle();
    const order = await stack.order(orderId);
    expect(order.state).toBe('paid');
    expect(order.payments).toHaveLength(1);
    await stack.checkout.settle([order.id, order.id]);
    expect(upstream.bookings).toHaveLength(1);
  });

  it('leaves an authorized payment to a worker, which captures it', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'authorized', 'send');
    await stack.idle();
    const order = await stack.order(orderId);
    expect(order.state).toBe('attempted');
    await stack.checkout.settle([order.id]);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('answers at once while the upstream and Razorpay are down', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await stack.fault('slow', 50);
    upstream.onBooking = 'reset';
    const started = performance.now();
    await tell(orderId, amount);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(upstream.bookingCalls).toBe(0);
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('keeps event and effect in one commit, and does a repeated event once', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await tell(orderId, amount, { eventId: 'evt_same' });
    const { version } = await stack.order(orderId);
    await tell(orderId, amount, { eventId: 'evt_same', paymentId: 'pay_BBBBBBBBBBBBBB' });
    expect((await stack.order(orderId)).version).toBe(version);
    expect(await events()).toHaveLength(1);
  });

  it('acknowledges what is not ours and what says nothing', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await tell('order_of_another_shop', amount, { eventId: 'evt_a' });
    await tell(orderId, amount, { eventId: 'evt_b', event: 'invoice.paid' });
    await deliver('not json', { eventId: 'evt_c' }).expect(200);
    await deliver('{"event":"payment.captured"}', { eventId: 'evt_d' }).expect(200);
    expect((await stack.order(orderId)).state).toBe('created');
  });

  it('takes the previous secret while it is being rotated', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await tell(orderId, amount, { secret: 'the_previous_secret' });
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('refuses a body that was changed on the way', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId, 'captured', 'tamper');
    await stack.idle();
    expect((await stack.order(orderId)).state).toBe('created');
    expect(await events()).toEqual([]);
  });

  it.each<[string, string | null]>([
    ['a forged signature', '0'.repeat(64)],
    ['one of another length', 'abc'],
    ['no signature', null],
  ])('refuses %s', async (_name, signature) => {
    const { order_id: orderId, amount } = await stack.open();
    let request = http.post('/api/webhooks/razorpay').set('content-type', 'application/json');
    if (signature !== null) request = request.set('x-razorpay-signature', signature);
    const answer = await request.send(bodyOf(orderId, amount, {})).expect(400);
    expect(answer.body).toMatchObject({ status: 0 });
    expect((await stack.order(orderId)).state).toBe('created');
    expect(await events()).toEqual([]);
  });

  it('signs the bytes: white space and order of the keys count', async () => {
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

  it('shows another amount to the operator and books nothing', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await tell(orderId, amount, { amount: amount - 100 });
    const order = await stack.order(orderId);
    expect(order).toMatchObject({ state: 'needs_review', paymentId: null });
    expect(order.reviewReason).toContain('does not fit the order');
    await stack.checkout.settle([order.id]);
    expect(upstream.bookingCalls).toBe(0);
  });

  it('does not book what was refunded before', async () => {
    const { order_id: orderId, amount } = await stack.open();
    const refund = { event: 'refund.processed', status: 'refunded', amountRefunded: amount };
    await tell(orderId, amount, { eventId: 'evt_1' });
    await tell(orderId, amount, { eventId: 'evt_2', ...refund });
    const order = await stack.order(orderId);
    expect(order.state).toBe('refunded');
    await stack.checkout.settle([order.id]);
    expect(upstream.bookingCalls).toBe(0);
  });

  it('keeps the booking where only a part was given back', async () => {
    const { order_id: orderId, amount } = await stack.open();
    await tell(orderId, amount, { eventId: 'evt_1' });
    await tell(orderId, amount, { eventId: 'evt_2', event: 'refund.processed', amountRefunded: 100 });
    expect((await stack.order(orderId)).state).toBe('paid');
  });
});
