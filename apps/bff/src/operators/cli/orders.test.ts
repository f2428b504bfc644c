import { beforeEach, describe, expect, it } from 'vitest';
import { buyer, useCheckoutStack, type WebhookFate } from '../../../testing/checkout/checkout-stack.ts';
import { until } from '../../../testing/checkout/waiting.ts';
import { actionsOn, operationsOn } from '../../../testing/operators/actions-on.ts';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { casesCommand } from './cases.ts';
import { ordersCommand } from './orders.ts';
import { reconcileCommand } from './reconcile.ts';

const stack = await useCheckoutStack();
const { upstream, http } = stack;
const reconciling = operationsOn(stack.database, { reconciler: stack.deps.reconciler });

beforeEach(() => stack.reset());

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await ordersCommand(args, stack.deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

/**
 * Creates a paid order whose booking the upstream refuses.
 * @returns our id, Razorpay's order id and payment id
 */
async function refusedOrder() {
  upstream.onBooking = 'refuse';
  const { order_id: orderId } = await stack.open();
  const paid = await stack.pay(orderId);
  await http.post('/api/booking').send(paid).expect(200);
  upstream.onBooking = 'fine';
  const { id } = await stack.order(orderId);
  return { id, orderId, paymentId: paid.razorpay_payment_id };
}

/** Creates a booked order. @returns our id, Razorpay's order id and payment id */
const bookedOrder = (webhook: WebhookFate = 'drop') => stack.book({}, webhook);

async function paidTwice() {
  const booked = await bookedOrder();
  const second = await stack.pay(booked.orderId);
  await http.post('/api/booking').send(second).expect(200);
  return { ...booked, second: second.razorpay_payment_id };
}

interface SandboxRefund {
  id: string;
  payment_id: string;
  amount: number;
  status: string;
}

async function refunds(): Promise<SandboxRefund[]> {
  return (await stack.sandbox.get('/_sandbox/payments').expect(200)).body.data.refunds;
}

const find = (id: string) => findOrder(stack.database, 'id', id);

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
        .orders.map(({ state }: { state: string }) => state)
        .toSorted(),
    ).toEqual(['created', 'needs_review']);
    expect(all.text + cases.text).not.toMatch(new RegExp(`${buyer.email}|${buyer.last_name}`, 'i'));
  });

  it('erases the settled orders of a payer except for accounting data, and lists orders that are not settled', async () => {
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
      bookingBody: null,
      receiptToken: expect.not.stringContaining(before.receiptToken),
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

  it('shows an order with its payer and its history', async () => {
    const { id, paymentId } = await refusedOrder();
    const { text } = await ops('review', id);
    for (const part of [buyer.email, paymentId, 'payment_captured → paid', 'booking_stuck → needs_review'])
      expect(text).toContain(part);
  });

  it('shows attendees only in the review of a single order', async () => {
    const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
    const { order_id: orderId } = await stack.open({ attendees: [ravi] });
    const { id } = await stack.order(orderId);
    const { text } = await ops('review', id);
    expect(text).toContain('people   1 named, 1 seat without a name, not all are in the upstream');
    expect(text).toContain('attendee Ravi Menon, ravi@example.com');
    const [shown] = JSON.parse((await ops('review', id, '--json')).text).orders;
    expect(shown).toMatchObject({ attendees: [ravi], attendees_to_tell: true });
    for (const args of [[], ['--json'], ['find', id, '--json']])
      expect((await ops(...args)).text).not.toMatch(/ravi/i);
  });

  it('--book retries the booking', async () => {
    const { id, orderId } = await refusedOrder();
    const answer = await ops('review', id, '--book', '--note', 'A seat was added');
    expect(answer.status).toBe(0);
    await stack.checkout.advance([id]);
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(upstream.bookings).toHaveLength(1);
  });

  it('--refund makes one refund at Razorpay, and the order is refunded when Razorpay has processed it', async () => {
    const { id, orderId, paymentId } = await refusedOrder();
    await stack.fault('lost_answer');
    const first = await ops('review', id, '--refund', '--note', 'The batch is full');
    expect(first.status).toBe(1);
    expect(first.text).toContain('under the same key');
    expect((await stack.order(orderId)).state).toBe('refund_due');
    const second = await ops('review', id, '--refund', '--note', 'Again');
    expect(second).toMatchObject({
      status: 0,
      text: expect.stringContaining('requested from Razorpay again'),
    });
    expect(await refunds()).toMatchObject([{ payment_id: paymentId, amount: 4_483_764, status: 'pending' }]);
    expect((await stack.order(orderId)).state).toBe('refund_due');
    expect(await stack.cases()).toEqual([]);
    await stack.finishRefunds('processed');
    await stack.checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refunded');
    await stack.checkout.advance([id]);
    expect(upstream.bookings).toEqual([]);
  });

  it('a failed refund opens a case, which the next refund closes', async () => {
    const { id, orderId } = await refusedOrder();
    expect((await ops('review', id, '--refund', '--note', 'Full')).status).toBe(0);
    await stack.finishRefunds('failed');
    await stack.checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refund_due');
    expect(await stack.cases()).toEqual(['refund_failed']);
    expect((await ops('refund', id, '--note', 'Once more')).status).toBe(0);
    expect(await stack.cases()).toEqual([]);
    await stack.finishRefunds('processed');
    await stack.checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refunded');
    expect((await refunds()).map(({ status }) => status)).toEqual(['failed', 'processed']);
    const shown = await ops('review', id);
    expect(shown.text).toMatch(/refund {3}rfnd_\w+ {2}failed/);
    expect(shown.text).toMatch(/refund {3}rfnd_\w+ {2}processed {2}₹44,837\.64 {2}by operator/);
  });

  it('a refund that Razorpay refuses for lack of balance opens a case, and can be repeated', async () => {
    const { id, orderId } = await refusedOrder();
    await stack.sandbox.post('/_sandbox/balance').send({ paise: 100 }).expect(200);
    const refused = await ops('refund', id, '--note', 'Full');
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('enough balance') });
    expect(await stack.cases()).toEqual(['refund_failed']);
    await stack.sandbox.post('/_sandbox/balance').send({ paise: null }).expect(200);
    expect((await ops('refund', id, '--note', 'Again')).status).toBe(0);
    expect(await refunds()).toHaveLength(1);
    expect((await stack.order(orderId)).state).toBe('refund_due');
  });

  it('a refund in progress at Razorpay is retried, but made only once', async () => {
    const { id } = await refusedOrder();
    const slow = { service: 'razorpay', kind: 'slow', times: 1, delay_ms: 4_500 };
    await stack.sandbox.post('/_sandbox/faults').send(slow).expect(200);
    // The first attempt has timed out here but continues at Razorpay.
    expect((await ops('refund', id, '--note', 'Full')).status).toBe(1);
    const running = await ops('refund', id, '--note', 'Full');
    if (running.status === 1) expect(running.text).toContain('has not answered');
    await until(async () => (await refunds()).length === 1);
    await stack.checkout.reconcile();
    expect(await refunds()).toHaveLength(1);
    const { payments } = (await find(id)) ?? { payments: [] };
    expect(payments[0]?.refunds).toMatchObject([{ state: 'pending' }]);
  });

  it('after a broken connection, the job and the reconciler together make one refund', async () => {
    const { id, orderId } = await refusedOrder();
    await stack.fault('reset');
    expect((await ops('refund', id, '--note', 'Full')).status).toBe(1);
    expect(await refunds()).toEqual([]);
    await Promise.all([stack.sendRefunds(), stack.checkout.reconcileOrder(id)]);
    await stack.sendRefunds();
    expect(await refunds()).toHaveLength(1);
    expect((await stack.order(orderId)).payments[0]?.refunds).toMatchObject([{ state: 'pending' }]);
  });

  it('two concurrent refunds by operators make one refund', async () => {
    const { id } = await refusedOrder();
    await Promise.all([ops('refund', id, '--note', 'One'), ops('refund', id, '--note', 'Other')]);
    await stack.checkout.reconcile();
    expect(await refunds()).toHaveLength(1);
  });

  it('the refund of a second payment does not change the booking, even if the command is repeated', async () => {
    const { id, orderId, second } = await paidTwice();
    expect((await ops('review', id, '--refund', '--note', 'Paid twice')).status).toBe(0);
    expect(await refunds()).toMatchObject([{ payment_id: second }]);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('booked');
    for (const ending of [[], ['--preview']])
      expect(await ops('refund', id, '--note', 'Paid twice', ...ending)).toMatchObject({
        status: 1,
        text: expect.stringContaining('A refund was requested or made, and none is due.'),
      });
    expect((await stack.order(orderId)).cancelledSeats).toBe(0);
    expect((await ops('refund', id, '--seats', '1', '--note', 'One cannot come')).status).toBe(0);
    expect((await stack.order(orderId)).cancelledSeats).toBe(1);
  });

  it('--close records that the booking exists', async () => {
    const { id, orderId } = await refusedOrder();
    const closed = await ops('review', id, '--close', '--note', 'Entered by hand', '--json');
    expect(closed.status).toBe(0);
    expect(JSON.parse(closed.text)).toMatchObject({
      done: expect.any(String),
      orders: [{ id, state: 'booked' }],
    });
    expect((await stack.order(orderId)).state).toBe('booked');
    await stack.checkout.advance([id]);
    expect(upstream.bookings).toEqual([]);
    expect((await ops('review', id)).text).toContain('Entered by hand');
  });

  it('--close is refused for an order without a case, with its state', async () => {
    const { id } = await bookedOrder();
    expect(await ops('review', id, '--close', '--note', 'Done')).toMatchObject({
      status: 1,
      text: expect.stringContaining('The order is booked and has no open case.'),
    });
  });

  it('--close resolves the case of the booking, and the refund of a second payment stays due', async () => {
    const { id, orderId } = await refusedOrder();
    const second = await stack.pay(orderId);
    await http.post('/api/booking').send(second).expect(200);
    expect((await ops('review', id, '--close', '--note', 'Entered by hand')).status).toBe(0);
    const order = await stack.order(orderId);
    expect(order).toMatchObject({ state: 'refund_due', booking: 'booked' });
    expect(order.payments.map(({ refund }) => refund)).toEqual(['none', 'due']);
    expect(await stack.cases()).toEqual(['second_payment']);
    const again = await ops('review', id, '--close', '--note', 'Done');
    expect(again).toMatchObject({
      status: 1,
      text: expect.stringContaining('closing the case does not pay it'),
    });
  });

  it('--by-transfer records a refund outside Razorpay with its transfer', async () => {
    const { id, orderId } = await paidTwice();
    expect((await ops('refund', id, '--by-transfer', 'x', '--note', 'By bank')).status).toBe(2);
    const given = await ops('refund', id, '--by-transfer', 'UTR0123456789', '--note', 'By bank');
    expect(given.status).toBe(0);
    expect(given.text).toContain('UTR0123456789');
    expect((await stack.order(orderId)).state).toBe('booked');
    expect(await refunds()).toEqual([]);
    expect(await stack.cases()).toEqual([]);
  });

  it('cancels some seats of a booking, then the others, and refunds them', async () => {
    const { id, orderId, paymentId } = await bookedOrder();
    const some = await ops('refund', id, '--seats', '1', '--note', 'One cannot come');
    expect(some.status).toBe(0);
    expect(some.text).toContain('Update the upstream');
    expect(await refunds()).toMatchObject([{ payment_id: paymentId, amount: 2_241_882 }]);
    await stack.sendBookingChanges();
    expect(await stack.cases()).toEqual(['cancellation_refused']);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect(await stack.order(orderId)).toMatchObject({ state: 'booked', cancelledSeats: 1 });
    await stack.closeCase('cancellation_refused', 'reported');
    expect(await stack.cases()).toEqual([]);
    expect((await ops('refund', id, '--seats', '2', '--note', 'Too many')).status).toBe(1);
    expect((await ops('refund', id, '--note', 'The other cannot either')).status).toBe(0);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect(await stack.order(orderId)).toMatchObject({ state: 'refunded', cancelledSeats: 2 });
    expect((await refunds()).reduce((sum, { amount }) => sum + amount, 0)).toBe(4_483_764);
    await stack.sendBookingChanges();
    expect(await stack.cases()).toEqual(['cancellation_refused']);
  });

  it('shows the retained amount of a cancellation without a refund, and no returned amount', async () => {
    await stack.setTerms({ refundPolicy: [] });
    const { id } = await bookedOrder();
    const done = await ops('refund', id, '--by-policy', '--note', 'Too late for a refund');
    const shown = await ops('review', id);
    const listed = await ops('--json');
    expect(done.text).toContain('Cancelled, ₹44,837.64 retained');
    expect(shown.text).toContain('Cancelled, ₹44,837.64 retained');
    expect(JSON.parse(listed.text).orders).toMatchObject([
      { id, status: 'cancelled', kept_paise: 4_483_764, returned_paise: 0 },
    ]);
    expect(done.text + shown.text).not.toMatch(/given back|returned|on its way/);
  });

  it('a cancellation that is repeated while its refund has no response counts once', async () => {
    const { id, orderId } = await bookedOrder();
    await stack.fault('reset');
    expect((await ops('refund', id, '--seats', '1', '--note', 'One')).status).toBe(1);
    const again = await ops('refund', id, '--seats', '1', '--note', 'One');
    expect(again).toMatchObject({ status: 1, text: expect.stringContaining('not answered') });
    await stack.sendRefunds();
    expect((await stack.order(orderId)).cancelledSeats).toBe(1);
    expect(await refunds()).toHaveLength(1);
  });

  it('withholds, retries and refunds a paid order whose booking keeps failing', async () => {
    upstream.onBooking = 'http_500';
    const { order_id: orderId } = await stack.open();
    await http
      .post('/api/booking')
      .send(await stack.pay(orderId))
      .expect(200);
    const { id, state } = await stack.order(orderId);
    expect(state).toBe('paid');
    expect((await ops('review', id, '--withhold', '--note', 'Wait')).status).toBe(0);
    expect(await stack.cases()).toEqual(['booking_review']);
    expect((await ops('review', id, '--book', '--note', 'Go on')).status).toBe(0);
    expect((await ops('review', id, '--withhold', '--note', 'Take it back')).status).toBe(0);
    await stack.checkout.advance([id]);
    const calls = upstream.bookingCalls;
    upstream.onBooking = 'fine';
    await stack.checkout.advance([id]);
    expect(upstream.bookingCalls).toBe(calls);
    expect((await ops('refund', id, '--note', 'No seat')).status).toBe(0);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('refunded');
    expect(upstream.bookings).toEqual([]);
  });

  it('finds an order by each of its ids and its email address, and shows the URL of its receipt', async () => {
    const { id, orderId, paymentId, receiptPath } = await bookedOrder();
    await stack.open({ email: 'other@example.com' });
    await ops('refund', id, '--seats', '1', '--note', 'One');
    const [refund] = await refunds();
    for (const name of [id, id.toUpperCase(), orderId, paymentId, refund?.id ?? '', ' ASHA@example.com ']) {
      const found = await ops('find', name, '--json');
      expect(found.status, name).toBe(0);
      expect(JSON.parse(found.text).orders.map((order: { id: string }) => order.id)).toEqual([id]);
    }
    const lines = await ops('find', paymentId);
    expect(lines.text).not.toMatch(new RegExp(`${buyer.email}|${buyer.last_name}`, 'i'));
    expect(await ops('find', 'pay_nobody')).toMatchObject({ status: 1 });
    const shown = await ops('review', id);
    expect(shown.text).toContain(`https://academy.example${receiptPath}`);
  });

  it('names the missing argument of find and review', async () => {
    expect(await ops('find')).toMatchObject({
      status: 2,
      text: expect.stringContaining('"find" needs a text'),
    });
    expect(await ops('review')).toMatchObject({
      status: 2,
      text: expect.stringContaining('"review" needs an order id'),
    });
  });

  it('shows disputes, and refuses a refund during a dispute', async () => {
    const { id, paymentId } = await bookedOrder('send');
    const dispute = await stack.dispute({ payment_id: paymentId });
    const shown = await ops('review', id);
    expect(shown.text).toContain(`dispute  ${dispute.id}  open, chargeback  ₹44,837.64  answer by`);
    const blocked = await ops('refund', id, '--note', 'Cancel');
    expect(blocked).toMatchObject({ status: 1, text: expect.stringContaining('is disputed') });
    expect((await ops('review', id, '--close', '--note', 'Answered')).status).toBe(0);
    expect(await stack.cases()).toEqual([]);
    await stack.dispute({ dispute_id: dispute.id, status: 'won' });
    expect((await ops('refund', id, '--note', 'Cancel')).status).toBe(0);
  });

  it('a second payment can be refunded while the first one is disputed', async () => {
    const { id, paymentId, second } = await paidTwice();
    await stack.dispute({ payment_id: paymentId });
    await stack.checkout.reconcile();
    expect(await stack.cases()).toEqual(['second_payment', 'dispute']);
    expect((await ops('refund', id, '--note', 'Paid twice')).status).toBe(0);
    expect(await refunds()).toMatchObject([{ payment_id: second }]);
  });

  it('a refund decision closes the case of a payment that was refunded in the dashboard', async () => {
    const { id, orderId, paymentId } = await refusedOrder();
    await stack.refundInDashboard(paymentId);
    await stack.checkout.reconcile();
    expect(await stack.cases()).toEqual(['booking_review']);
    expect((await ops('refund', id, '--note', 'Given back already')).status).toBe(0);
    expect((await stack.order(orderId)).state).toBe('refunded');
    expect(await stack.cases()).toEqual([]);
    expect(await refunds()).toHaveLength(1);
  });

  it('--cases lists open cases only, also those without an order', async () => {
    await bookedOrder();
    const { id } = await refusedOrder();
    const { id: twice } = await paidTwice();
    const { order_id: lost } = await stack.open();
    await stack.pay(lost);
    await stack.database.deleteFrom('orders').where('provider_order_id', '=', lost).execute();
    await stack.checkout.reconcile();
    const listed = JSON.parse((await ops('--cases', '--json')).text).cases;
    expect(listed).toMatchObject([
      { order_id: id, kind: 'booking_review' },
      { order_id: twice, kind: 'second_payment' },
      { order_id: null, kind: 'order_missing' },
    ]);
    const missing = listed[2].id;
    expect((await ops('--cases')).text).toMatch(new RegExp(`^${missing} +order_missing `, 'm'));
    expect((await ops()).text).toContain('open cases: 3, 1 of them without an order');
    expect((await ops('review', missing, '--book', '--note', 'x')).status).toBe(2);
    expect((await ops('review', missing, '--close', '--note', 'x')).status).toBe(2);
    const lines: string[] = [];
    const close = ['close', missing, '--statement', 'resolved', '--note', 'Given back by hand'];
    const deps = { database: stack.database, actions: actionsOn(stack.database) };
    expect(await casesCommand([], deps, (line) => lines.push(line))).toBe(0);
    expect(lines.join()).toContain('order_missing');
    expect(await casesCommand(close, deps, (line) => lines.push(line))).toBe(0);
    expect(await casesCommand(close, deps, (line) => lines.push(line))).toBe(1);
    await stack.checkout.reconcile();
    expect(await stack.cases()).toHaveLength(2);
  });

  it('requires the attendees to remove if more are named than seats remain', async () => {
    const zoe = { name: 'Zoë', email: 'zoe@example.com' };
    const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
    const { order_id: orderId } = await stack.open({ attendees: [ravi, zoe] });
    await http
      .post('/api/booking')
      .send(await stack.pay(orderId))
      .expect(200);
    const { id } = await stack.order(orderId);
    const cancel = ['refund', id, '--seats', '1', '--note', 'one is ill'];
    expect(await ops(...cancel)).toEqual({
      status: 2,
      text: expect.stringContaining('--attendee: 2 people are named for the 1 seat that remains'),
    });
    expect((await ops(...cancel, '--attendee', zoe.email)).status).toBe(0);
    expect((await stack.order(orderId)).attendees).toEqual([ravi]);
  });

  it('previews the refund under the policy, and refunds that amount', async () => {
    await stack.setTerms({ refundPolicy: [{ until_hours_before: 0, percent: 50 }] });
    const { id, orderId } = await bookedOrder();
    const words = ['refund', id, '--seats', '1', '--by-policy', '--preview', '--json'];
    const { plan } = JSON.parse((await ops(...words)).text);
    expect(plan).toMatchObject({ seats: 1, value_paise: 22_418_82, policy_percent: 50 });
    expect(plan.refund_paise + plan.retained_paise).toBe(22_418_82);
    expect((await ops('refund', id, '--by-policy', '--preview')).text).toContain(
      '2 seats are cancelled. ₹22,418.82 to be refunded by Razorpay. ₹22,418.82 retained.',
    );
    expect((await ops('refund', id, '--seats', '3', '--preview')).status).toBe(1);
    expect(await refunds()).toEqual([]);
    expect((await ops('refund', id, '--seats', '1', '--by-policy', '--note', 'as agreed')).status).toBe(0);
    expect(await refunds()).toMatchObject([{ amount: plan.requested_paise }]);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect((await stack.order(orderId)).state).toBe('booked');
    expect((await ops('refund', id, '--by-policy', '--note', 'the other')).status).toBe(0);
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    const order = await stack.order(orderId);
    expect(order).toMatchObject({ state: 'refunded', payments: [{ flows: { 'customer/owed': 22_418_82 } }] });
    const { body } = await http.get(`/api/receipts/${order.receiptToken}`).expect(200);
    expect(body.data.state).toBe('refunded');
  });

  it('a payment for an erased order can be refunded, but not booked', async () => {
    const { order_id: orderId } = await stack.open();
    const gone = { first_name: '', last_name: '', email: '', phone_number: '' };
    await stack.database.updateTable('orders').set(gone).execute();
    await stack.pay(orderId);
    await stack.checkout.reconcile();
    const { id } = await stack.order(orderId);
    const booked = await ops('review', id, '--book', '--note', 'x');
    expect(booked).toMatchObject({ status: 1, text: expect.stringContaining('erased') });
    expect((await ops('refund', id, '--note', 'Nobody to book')).status).toBe(0);
  });

  it.each<[string, string[], number]>([
    ['an unknown state', ['--state', 'lost'], 2],
    ['an unknown verb', ['forget'], 2],
    ['no address to erase', ['erase'], 2],
    ['an unknown option', ['--sate', 'paid'], 2],
    ['an option of another verb', ['find', 'x', '--book'], 2],
    ['a limit in words', ['--limit', 'ten'], 2],
    ['half a seat', ['refund', '00000000-0000-4000-8000-000000000000', '--seats', '0.5', '--note', 'x'], 2],
    ['no seat', ['refund', '00000000-0000-4000-8000-000000000000', '--seats', '0', '--note', 'x'], 2],
    ['a refund without a reason', ['refund', '00000000-0000-4000-8000-000000000000'], 2],
    ['a refund of nothing', ['refund', '00000000-0000-4000-8000-000000000000', '--note', 'x'], 1],
    ['an id that is not a UUID', ['review', '1; drop table orders'], 2],
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

  it('refuses a refund of an order without payments', async () => {
    const { order_id: orderId } = await stack.open();
    const { id } = await stack.order(orderId);
    const refused = await ops('review', id, '--refund', '--note', 'x', '--json');
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.text)).toMatchObject({ error: expect.any(String) });
    expect((await stack.order(orderId)).state).toBe('created');
  });
});

describe('ops reconcile', () => {
  it('reports its findings, and fails if a part failed', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId);
    const lines: string[] = [];
    const run = () => reconcileCommand([], reconciling, (line) => lines.push(line));
    await stack.fault('http_500');
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(lines.join('\n')).toContain('orders changed:    1');
    const answer: string[] = [];
    expect(await reconcileCommand(['--json'], reconciling, (line) => answer.push(line))).toBe(0);
    expect(JSON.parse(answer.join('\n'))).toMatchObject({ orders_changed: 0, failed_parts: 0 });
    expect((await stack.order(orderId)).state).toBe('paid');
  });

  it('takes the id of an order, and refuses an unknown id or option', async () => {
    const { order_id: orderId } = await stack.open();
    await stack.pay(orderId);
    const { id } = await stack.order(orderId);
    const run = (...args: string[]) => reconcileCommand(args, reconciling, () => undefined);
    expect(await run(id)).toBe(0);
    expect((await stack.order(orderId)).state).toBe('paid');
    expect(await run('00000000-0000-4000-8000-000000000000')).toBe(1);
    for (const usageError of [['--al'], ['order_x'], [id, '--all'], [id, id]])
      expect(await run(...usageError)).toBe(2);
  });
});
