import { beforeEach, describe, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../checkout/testing/checkout-stack.ts';
import { ordersCommand } from './orders.ts';
import { reconcileCommand } from './reconcile.ts';

const stack = await useCheckoutStack();
const { upstream, http } = stack;

beforeEach(() => stack.reset());

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await ordersCommand(args, stack.deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

/** An order that the upstream refused. @returns ids of ours, Razorpay's and the payment's */
async function refusedOrder() {
  upstream.onBooking = 'refuse';
  const { order_id: orderId } = await stack.open();
  const paid = await stack.pay(orderId);
  await http.post('/api/booking').send(paid).expect(200);
  upstream.onBooking = 'fine';
  const { id } = await stack.order(orderId);
  return { id, orderId, paymentId: paid.razorpay_payment_id };
}

describe('ops orders', () => {
  it('lists orders by state, as lines and as JSON, without personal data', async () => {
    const { id } = await refusedOrder();
    await stack.open();
    const cases = await ops('--state', 'needs_review');
    expect(cases).toMatchObject({ status: 0 });
    expect(cases.text).toContain(id);
    expect(cases.text).toContain('This batch is full.');
    expect(cases.text).toContain('1 shown, open cases: 1');
    const all = await ops('--json');
    expect(
      JSON.parse(all.text)
        .map(({ state }: { state: string }) => state)
        .toSorted(),
    ).toEqual(['created', 'needs_review']);
    expect(all.text + cases.text).not.toMatch(new RegExp(`${buyer.email}|${buyer.last_name}`, 'i'));
  });

  it('forgets a payer whose orders are settled, keeps what the books need, and names what is not settled', async () => {
    const bookedOrder = await stack.open();
    await http
      .post('/api/booking')
      .send(await stack.pay(bookedOrder.order_id))
      .expect(200);
    const before = await stack.order(bookedOrder.order_id);
    const { id: openId } = await refusedOrder();
    const { order_id: otherId } = await stack.open({ email: 'other@example.com' });

    const answer = await ops('erase', '--email', ` ${buyer.email.toUpperCase()} `, '--json');
    expect(answer.status).toBe(1);
    expect(JSON.parse(answer.text)).toEqual({
      erased: [{ id: before.id, state: 'booked' }],
      kept: [{ id: openId, state: 'needs_review' }],
    });
    const after = await stack.order(bookedOrder.order_id);
    expect(after).toEqual({
      ...before,
      contact: { firstName: '', lastName: '', email: '', phoneNumber: '' },
    });
    expect((await stack.order(otherId)).contact.email).toBe('other@example.com');

    await ops('review', openId, '--close', '--note', 'Booked by phone');
    expect(await ops('erase', '--email', buyer.email)).toEqual({ status: 0, text: 'erased: 1' });
    const rows = await stack.database.selectFrom('orders').selectAll().where('email', '!=', '').execute();
    expect(rows.map(({ email }) => email)).toEqual(['other@example.com']);
    const notes = await stack.database.selectFrom('order_events').select('note').execute();
    expect(JSON.stringify(notes)).not.toContain('by phone');
  });

  it('shows one with its payer and its history', async () => {
    const { id, paymentId } = await refusedOrder();
    const { text } = await ops('review', id);
    for (const part of [buyer.email, paymentId, 'payment_captured → paid', 'booking_stuck → needs_review'])
      expect(text).toContain(part);
  });

  it('--book sends the booking again', async () => {
    const { id, orderId } = await refusedOrder();
    const answer = await ops('review', id, '--book', '--note', 'A seat was added');
    expect(answer.status).toBe(0);
    await stack.checkout.settle([id]);
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('--refund gives the money back through Razorpay, once', async () => {
    const { id, orderId, paymentId } = await refusedOrder();
    await stack.fault('lost_answer');
    const first = await ops('review', id, '--refund', '--note', 'The batch is full');
    expect(first.status).toBe(1);
    expect((await stack.order(orderId)).state).toBe('refund_due');
    const second = await ops('review', id, '--refund', '--note', 'Again');
    expect(second.status).toBe(0);
    expect((await stack.order(orderId)).state).toBe('refunded');
    const { refunds } = (await stack.door.get('/_sandbox/payments')).body.data;
    expect(refunds).toMatchObject([{ payment_id: paymentId, amount: 4_483_764 }]);
    await stack.checkout.settle([id]);
    expect(upstream.bookings).toEqual([]);
  });

  it('--refund of a second payment leaves the booking alone', async () => {
    const { order_id: orderId } = await stack.open();
    await http.post('/api/booking').send(await stack.pay(orderId));
    const second = await stack.pay(orderId);
    await http.post('/api/booking').send(second);
    const { id } = await stack.order(orderId);
    expect((await ops('review', id, '--refund', '--note', 'Paid twice')).status).toBe(0);
    const { refunds } = (await stack.door.get('/_sandbox/payments')).body.data;
    expect(refunds).toMatchObject([{ payment_id: second.razorpay_payment_id }]);
    expect((await stack.order(orderId)).state).toBe('booked');
  });

  it('--close records that the booking was found made', async () => {
    const { id, orderId } = await refusedOrder();
    const closed = await ops('review', id, '--close', '--note', 'Entered by hand', '--json');
    expect(closed.status).toBe(0);
    expect(JSON.parse(closed.text)).toMatchObject({ id, state: 'booked', done: expect.any(String) });
    expect((await stack.order(orderId)).state).toBe('booked');
    await stack.checkout.settle([id]);
    expect(upstream.bookings).toEqual([]);
    expect((await ops('review', id)).text).toContain('Entered by hand');
  });

  it.each<[string, string[], number]>([
    ['an unknown state', ['--state', 'lost'], 2],
    ['an unknown verb', ['erase'], 2],
    ['no uuid', ['review', '1; drop table orders'], 2],
    ['an unknown order', ['review', '00000000-0000-4000-8000-000000000000'], 1],
    [
      'two decisions',
      ['review', '00000000-0000-4000-8000-000000000000', '--book', '--close', '--note', 'x'],
      2,
    ],
    ['a decision without a reason', ['review', '00000000-0000-4000-8000-000000000000', '--book'], 2],
  ])('refuses %s', async (_name, args, status) => {
    expect((await ops(...args)).status).toBe(status);
  });

  it('settles nothing where nothing is open', async () => {
    const { order_id: orderId } = await stack.open();
    const { id } = await stack.order(orderId);
    const refused = await ops('review', id, '--refund', '--note', 'x', '--json');
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.text)).toEqual({ error: expect.any(String) });
    expect((await stack.order(orderId)).state).toBe('created');
  });
});

describe('ops reconcile', () => {
  it('says what it found, and fails where a part of it failed', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId);
    const lines: string[] = [];
    const run = () => reconcileCommand([], stack.deps, (line) => lines.push(line));
    await stack.fault('http_500');
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(lines.join('\n')).toContain('orders changed:    1');
    const answer: string[] = [];
    expect(await reconcileCommand(['--json'], stack.deps, (line) => answer.push(line))).toBe(0);
    expect(JSON.parse(answer.join('\n'))).toMatchObject({ orders_changed: 0, failed_parts: 0 });
    expect((await stack.order(orderId)).state).toBe('paid');
  });
});
