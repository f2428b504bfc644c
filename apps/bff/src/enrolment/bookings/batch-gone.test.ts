import { beforeEach, describe, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { courseId, someBatch } from '../../../testing/checkout/upstream-double.ts';

describe('a booking that the upstream refuses', async () => {
  const stack = await useCheckoutStack();
  const { database, http, upstream } = stack;

  beforeEach(async () => {
    await stack.reset();
    await database.deleteFrom('mails').execute();
  });

  /** @param edit a change at the upstream between the order and its payment */
  async function payAfter(edit: () => void) {
    const { order_id: orderId, receipt_path: path } = await stack.open();
    edit();
    upstream.onBooking = 'refuse';
    await http
      .post('/api/booking')
      .send(await stack.pay(orderId))
      .expect(200);
    await stack.workOff();
    await stack.sendRefunds();
    const { body } = await http.get(`/api${path.replace('/receipt/', '/receipts/')}`).expect(200);
    const mails = await database.selectFrom('mails').select('kind').execute();
    return {
      order: await stack.order(orderId),
      sentences: body.data.statement.sentences.join(' '),
      mails: mails.map(({ kind }) => kind),
    };
  }

  const otherBatch = () => upstream.schedules.set(courseId, [someBatch({ id: 77 })]);

  it('is refunded automatically if an edit removed its batch, and the payer is told', async () => {
    const { order, sentences, mails } = await payAfter(otherBatch);
    expect(order).toMatchObject({ booking: 'dropped', state: 'refund_due' });
    expect(order.payments.flatMap(({ refunds }) => refunds)).toHaveLength(1);
    expect(sentences).toContain('is being refunded');
    expect(mails).toContain('seats_unavailable');
    expect(await stack.cases()).toEqual([]);
  });

  it('waits for an operator if an earlier call may have made the booking before the batch was removed', async () => {
    const { order_id: orderId } = await stack.open();
    upstream.onBooking = 'lost_answer';
    await http
      .post('/api/booking')
      .send(await stack.pay(orderId))
      .expect(200);
    otherBatch();
    upstream.onBooking = 'refuse';
    await stack.workOff();
    await stack.sendRefunds();
    const order = await stack.order(orderId);
    expect(order.payments.flatMap(({ refunds }) => refunds)).toEqual([]);
    expect(upstream.bookings).toHaveLength(1);
    expect(order).toMatchObject({ booking: 'review', state: 'needs_review' });
    const mails = await database.selectFrom('mails').select('kind').execute();
    expect(mails).not.toContainEqual({ kind: 'seats_unavailable' });
    expect(await stack.cases()).toEqual(['booking_review']);
  });

  it.each([
    ['its batch is on the schedule', () => undefined],
    [
      'the schedule is cut short',
      () => {
        upstream.onSchedule = 'cut_short';
      },
    ],
    [
      'the schedule cannot be read',
      () => {
        upstream.onSchedule = 'http_500';
      },
    ],
    [
      'the course is unknown',
      () => {
        upstream.onSchedule = 'unknown';
      },
    ],
  ])('waits for an operator if %s', async (_name, edit) => {
    const { order } = await payAfter(edit);
    expect(order).toMatchObject({ booking: 'review', state: 'needs_review' });
    expect(await stack.cases()).toEqual(['booking_review']);
  });
});
