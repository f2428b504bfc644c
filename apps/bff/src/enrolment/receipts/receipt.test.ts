import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { decide } from '../decisions/decide.ts';

const stack = await useCheckoutStack();
const { http } = stack;

beforeEach(() => stack.reset());

const receiptOf = (path: string) => `/api/receipts/${path.replace('/receipt/', '')}`;

describe('GET /api/receipts/:token', () => {
  it('shows what was bought, for whom, when, and for how much', async () => {
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

  it('says that a second payment is refunded, and that the seats are booked', async () => {
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

  it('13.3 lists each refund with its state, and stays booked while seats are left', async () => {
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

  it('offers the batch as a calendar file', async () => {
    const { receipt_path: path } = await stack.open();
    const answer = await http.get(`${receiptOf(path)}.ics`).expect(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('DTSTART;TZID=Asia/Kolkata:20991205T090000\r\n');
  });

  it.each(['0'.repeat(40), `${'0'.repeat(40)}.ics`, 'x', '..%2f', `${'0'.repeat(40)}.pdf`, "'--"])(
    'knows no receipt "%s"',
    async (token) => {
      const answer = await http.get(`/api/receipts/${token}`).expect(404);
      expect(answer.body).toMatchObject({ status: 0, message: 'This receipt does not exist.' });
    },
  );
});
