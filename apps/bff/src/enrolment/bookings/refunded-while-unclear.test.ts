import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { decide } from '../decisions/decide.ts';

const stack = await useCheckoutStack();
const { http, upstream, checkout } = stack;

beforeEach(() => stack.reset());

it.each(['nothing else', 'a call that was not taken'])(
  'refunding an order whose booking call was not answered opens a case, since the upstream may have the booking (then: %s)',
  async (then) => {
    upstream.onBooking = 'lost_answer';
    const { order_id: orderId } = await stack.open();
    await http
      .post('/api/booking')
      .send(await stack.pay(orderId))
      .expect(200);
    if (then !== 'nothing else') {
      upstream.onBooking = 'http_429';
      await stack.workOff();
    }
    const { id } = await stack.order(orderId);
    expect(upstream.bookings).toHaveLength(1);
    await decide(stack.deps, id, { kind: 'refund' }, 'no longer wanted');
    await stack.workOff();
    await checkout.reconcile();
    await stack.workOff();
    expect(await stack.cases()).toContain('booking_review');
    expect((await stack.order(orderId)).booking).toBe('review');
  },
);

it('refunding an order that the upstream never booked opens no case', async () => {
  upstream.onBooking = 'http_429';
  const { order_id: orderId } = await stack.open();
  await http
    .post('/api/booking')
    .send(await stack.pay(orderId))
    .expect(200);
  const { id } = await stack.order(orderId);
  await decide(stack.deps, id, { kind: 'refund' }, 'no longer wanted');
  await checkout.reconcile();
  await stack.workOff();
  expect(await stack.cases()).toEqual([]);
});
