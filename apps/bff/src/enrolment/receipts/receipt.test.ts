import { formatTimestamp } from '@meridian/contracts/format-time';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { withFacts } from '../../../testing/mail/with-facts.ts';
import { decide } from '../decisions/decide.ts';
import { findOrder } from '../orders/store/order-queries.ts';

const stack = await useCheckoutStack();
const { http } = stack;

beforeEach(() => stack.reset());

const receiptOf = (path: string) => `/api/receipts/${path.replace('/receipt/', '')}`;

describe('GET /api/receipts/:token', () => {
  it('shows the batch, the payer, the time and the price', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    const paid = await stack.pay(orderId);
    await http.post('/api/booking').send(paid).expect(200);
    const answer = await http.get(receiptOf(path)).expect(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.body).toMatchObject({
      status: 1,
      data: {
        state: 'booked',
        course_name: 'Leading SAFe',
        batch: { start_date: '2099-12-05', start_time: '09:00', end_time: '13:00', time_zone: 'IST' },
        first_name: 'Asha',
        last_name: 'Nair',
        number_of_course: 2,
        sub_total: 37_998,
        gst_total: 6_839.64,
        total_fee: 44_837.64,
        payment_id: paid.razorpay_payment_id,
        other_payments: [],
      },
    });
  });

  it('shows the true state at each stage', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    const state = async () => (await http.get(receiptOf(path))).body.data.state;
    expect(await state()).toBe('open');
    stack.upstream.onBooking = 'refuse';
    const paid = await stack.pay(orderId, 'authorized', 'send');
    await stack.idle();
    expect(await state()).toBe('confirming');
    await http.post('/api/booking').send(paid);
    expect((await stack.order(orderId)).state).toBe('needs_review');
    expect(await state()).toBe('paid');
  });

  it('says that a second payment is to be refunded, and that the seats are booked', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    await http.post('/api/booking').send(await stack.pay(orderId));
    const second = await stack.pay(orderId);
    await http.post('/api/booking').send(second);
    const { data } = (await http.get(receiptOf(path))).body;
    expect(data.state).toBe('booked');
    expect(data.other_payments).toEqual([
      { payment_id: second.razorpay_payment_id, amount: 44_837.64, refund: 'due' },
    ]);
  });

  it('lists each refund with its state, and stays booked while seats remain', async () => {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    await http.post('/api/booking').send(await stack.pay(orderId));
    const { id } = await stack.order(orderId);
    const receipt = async () => (await http.get(receiptOf(path))).body.data;
    expect((await receipt()).refunds).toEqual([]);
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'One cannot come');
    expect(await receipt()).toMatchObject({
      state: 'booked',
      refunds: [{ amount: 22_418.82, state: 'pending' }],
    });
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect((await receipt()).refunds).toEqual([{ amount: 22_418.82, state: 'processed' }]);
    await decide(stack.deps, id, { kind: 'cancel' }, 'The other cannot either');
    expect((await receipt()).state).toBe('refund_due');
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    expect((await receipt()).state).toBe('refunded');
  });

  /** @param percent refund under the policy now, in per cent */
  async function bookedAt(percent: number, overrides: Record<string, unknown> = {}) {
    await stack.setTerms({ refundPolicy: percent === 0 ? [] : [{ until_hours_before: 1, percent }] });
    const { order_id: orderId, receipt_path: path } = await stack.open(overrides);
    await http.post('/api/booking').send(await stack.pay(orderId));
    const { id } = await stack.order(orderId);
    return {
      id,
      read: async () => (await http.get(receiptOf(path)).expect(200)).body.data,
      calendar: async () => (await http.get(`${receiptOf(path)}.ics`).expect(200)).text,
      confirm: async (second: boolean) =>
        (await http.post('/api/booking').send(await stack.pay(orderId, second ? 'captured' : 'failed'))).body,
    };
  }

  it('of a booking cancelled without a refund says that the money is kept, and never that it was returned', async () => {
    const { id, read } = await bookedAt(0);
    await decide(stack.deps, id, { kind: 'cancel', byPolicy: true }, 'Too late for a refund');
    const { state, refunds, statement } = await read();
    expect({ state, refunds }).toEqual({ state: 'cancelled', refunds: [] });
    expect(statement).toMatchObject({
      status: 'cancelled',
      pending: [],
      headline: 'Booking cancelled',
      sentences: [
        'Your 2 seats are cancelled.',
        'Nothing is refunded: ₹44,837.64 is kept under the refund policy.',
      ],
      money: { captured: 44_837.64, kept: 44_837.64, owed: 0, returning: 0, returned: 0, failed: 0 },
      seats: { booked: 0, cancelled: 2 },
    });
  });

  it('of a booking cancelled at 50 % names the amount returned and the amount kept', async () => {
    const { id, read } = await bookedAt(50);
    await decide(stack.deps, id, { kind: 'cancel', byPolicy: true }, 'Half by the policy');
    const returning = await read();
    expect(returning.state).toBe('refund_due');
    expect(returning.statement).toMatchObject({
      pending: ['refund'],
      headline: 'Booking cancelled',
      sentences: [
        'Your 2 seats are cancelled.',
        '₹22,418.82 is being refunded. It can take five to seven working days to reach your account.',
        '₹22,418.82 is kept under the refund policy.',
      ],
      money: { captured: 44_837.64, kept: 22_418.82, owed: 0, returning: 22_418.82, returned: 0, failed: 0 },
    });
    await stack.finishRefunds();
    await stack.checkout.reconcile();
    const returned = await read();
    expect(returned.state).toBe('refunded');
    expect(returned.statement.money).toMatchObject({ kept: 22_418.82, returning: 0, returned: 22_418.82 });
    expect(returned.statement.timeline.map(({ text }: { text: string }) => text)).toEqual([
      'Paid ₹44,837.64',
      'Booking confirmed',
      '2 of 2 seats cancelled: refund of ₹22,418.82, ₹22,418.82 kept',
      'Refund of ₹22,418.82 was sent to your bank',
    ]);
  });

  it('of a cancelled booking never says that the booking was not made', async () => {
    const { id, read } = await bookedAt(100);
    await decide(stack.deps, id, { kind: 'cancel' }, 'Cannot come');
    const { statement } = await read();
    expect(JSON.stringify(statement)).not.toMatch(/not made/);
    expect(statement.headline).toBe('Booking cancelled');
  });

  it('shows cancelled seats while others remain', async () => {
    const { id, read } = await bookedAt(100);
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'One cannot come');
    const { state, statement } = await read();
    expect(state).toBe('booked');
    expect(statement).toMatchObject({
      status: 'partly_cancelled',
      headline: 'Booking confirmed, 1 of 2 seats cancelled',
      seats: { booked: 1, cancelled: 1 },
    });
    expect(statement.sentences[0]).toBe('1 seat is booked; 1 seat is cancelled.');
  });

  it('names the attendees whose seats stay booked', async () => {
    const attendees = ['Ravi Menon', 'Meera Das'].map((name, at) => ({ name, email: `p${at}@example.in` }));
    const { id, read } = await bookedAt(100, { number_of_course: 4, attendees });
    await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'One cannot come');
    expect((await read()).statement.sentences[0]).toBe(
      '3 seats are booked, for Ravi Menon, Meera Das and 1 person not named yet; 1 seat is cancelled.',
    );
    await decide(stack.deps, id, { kind: 'cancel', seats: 2, leaving: ['p1@example.in'] }, 'Two cannot come');
    expect((await read()).statement.sentences[0]).toBe(
      '1 seat is booked, for Ravi Menon; 3 seats are cancelled.',
    );
  });

  it('that waits for a decision says so, and not that the booking is being made', async () => {
    stack.upstream.onBooking = 'refuse';
    const { read } = await bookedAt(100);
    const { state, statement } = await read();
    expect(state).toBe('paid');
    expect(statement).toMatchObject({
      status: 'needs_decision',
      headline: 'Payment received, booking not confirmed yet',
    });
    expect(statement.sentences).toEqual([
      expect.stringContaining('either confirm it or refund your payment'),
    ]);
  });

  it('of an order paid twice says that the second payment is to be refunded, until its refund is requested', async () => {
    const { id, read, confirm } = await bookedAt(0);
    const { message } = await confirm(true);
    const deadline = (await findOrder(stack.database, 'id', id))?.payments.find(
      ({ autoRefundAt }) => autoRefundAt,
    );
    expect(message).toBe(
      'Your booking is confirmed. Thank you! You paid more than once for this order. ₹44,837.64 is to be refunded. ' +
        `Our team will request the refund by ${formatTimestamp(deadline?.autoRefundAt ?? new Date(0))}, ` +
        'and your booking page will then show it.',
    );
    await decide(stack.deps, id, { kind: 'cancel', seats: 2, byPolicy: true }, 'Too late for a refund');
    const { state, statement } = await read();
    expect(state).toBe('refund_due');
    expect(statement.money).toMatchObject({
      captured: 89_675.28,
      kept: 44_837.64,
      owed: 44_837.64,
      returning: 0,
    });
    await decide(stack.deps, id, { kind: 'refund' }, 'Paid twice');
    expect((await read()).statement.money).toMatchObject({ owed: 0, returning: 44_837.64 });
  });

  it('has a calendar file that removes the course once the booking is cancelled', async () => {
    const { id, calendar } = await bookedAt(100);
    const before = await calendar();
    await decide(stack.deps, id, { kind: 'cancel' }, 'Cannot come');
    const after = await calendar();
    const lineOf = (text: string, name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(text)?.[1];
    expect(lineOf(before, 'METHOD')).toBe('PUBLISH');
    expect(lineOf(after, 'METHOD')).toBe('CANCEL');
    expect(lineOf(after, 'STATUS')).toBe('CANCELLED');
    expect(lineOf(after, 'UID')).toBe(lineOf(before, 'UID'));
    expect(Number(lineOf(after, 'SEQUENCE'))).toBeGreaterThan(Number(lineOf(before, 'SEQUENCE')));
    const mails = stack.database.selectFrom('mails').selectAll();
    const [mail] = withFacts(await mails.where('cause', 'like', `booking_cancelled:${id}%`).execute());
    expect(Number(lineOf(after, 'SEQUENCE'))).toBeGreaterThanOrEqual(Number(mail?.facts.sequence));
  });

  it('offers the batch as a calendar file', async () => {
    const { receipt_path: path } = await stack.open();
    const answer = await http.get(`${receiptOf(path)}.ics`).expect(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('DTSTART;TZID=Asia/Kolkata:20991205T090000\r\n');
  });

  it.each(['0'.repeat(40), `${'0'.repeat(40)}.ics`, 'x', '..%2f', `${'0'.repeat(40)}.pdf`, "'--"])(
    'answers 404 for the unknown receipt "%s"',
    async (token) => {
      const answer = await http.get(`/api/receipts/${token}`).expect(404);
      expect(answer.body).toMatchObject({ status: 0, message: 'This booking page does not exist.' });
    },
  );
});
