import { describe, expect, it } from 'vitest';
import { orderOfFacts } from '../../../testing/checkout/order-of-facts.ts';
import type { Order } from '../orders/order.ts';
import type { OrderFacts } from '../orders/state/order-facts.ts';
import { soldTerms } from '../orders/terms.ts';
import { payerOptions, refundParts } from './payer-options.ts';

const facts: OrderFacts = {
  unitPaise: 18_999_00,
  coupon: null,
  repriced: null,
  seats: 2,
  totalPaise: 44_837_64,
  gstPercent: 18,
  erased: false,
  booking: 'booked',
  overdue: false,
  cancelledSeats: 0,
  reportedSeats: 0,
  payments: {},
  posted: [],
};
const settings = {
  version: 1,
  refundPolicy: [
    { until_hours_before: 72, percent: 100, within_hours_of_payment: 24 },
    { until_hours_before: 336, percent: 100 },
    { until_hours_before: 168, percent: 75 },
    { until_hours_before: 72, percent: 50 },
  ],
  changePolicy: {
    moves: { early: { untilHoursBefore: 72, withinDays: 180 }, late: { times: 1, withinDays: 90 } },
    attendeesUntilHoursBefore: 48,
  },
};
const startsOn = '2026-12-20';
const at = (time: string) => new Date(`${time}+05:30`);

function orderPaidAt(paidAt: Date, change: Partial<Order> = {}): Order {
  const order = orderOfFacts(facts);
  return {
    ...order,
    batch: { ...order.batch, start_date: startsOn, end_date: startsOn },
    terms: soldTerms(settings, startsOn, undefined),
    paidAt,
    ...change,
  };
}
const textsOf = (order: Order, now: Date) =>
  Object.fromEntries(payerOptions(order, now).map(({ change, text }) => [change, text]));

describe('the refund and its deadlines', () => {
  it.each([
    // Paid long ago, before all steps.
    [
      '2026-11-01T10:00',
      '2026-11-20T10:00',
      [[100, '2026-12-06T00:00'], [75, '2026-12-13T00:00'], [50, '2026-12-17T00:00'], [0]],
    ],
    // Paid late: the full price for a day, then the step that applies at that time.
    [
      '2026-12-14T10:00',
      '2026-12-14T12:00',
      [[100, '2026-12-15T10:00:00.001'], [50, '2026-12-17T00:00'], [0]],
    ],
    ['2026-11-01T10:00', '2026-12-18T10:00', [[0]]],
  ])('paid at %s, seen at %s', (paidAt, now, expected) => {
    const parts = refundParts(orderPaidAt(at(paidAt)), at(now));
    expect(parts.map(({ percent, until }) => [percent, ...(until ? [until] : [])])).toEqual(
      expected.map(([percent, until]) => [percent, ...(until === undefined ? [] : [at(String(until))])]),
    );
  });
});

describe('what the payer can do', () => {
  it('lists every change with its deadline while all are possible', () => {
    expect(textsOf(orderPaidAt(at('2026-11-01T10:00')), at('2026-11-20T10:00'))).toEqual({
      attendees: 'Replace attendees until Fri 18 Dec 2026, 12:00 am IST.',
      move:
        'Move the booking to another batch of this course that begins by Fri 18 Jun 2027, until Thu 17 Dec 2026, 12:00 am IST.' +
        ' After that, once, to a batch that begins by Sat 20 Mar 2027.',
      cancel:
        'Cancel seats. Refund of their price with GST: 100% until Sun 6 Dec 2026, 12:00 am IST,' +
        ' then 75% until Sun 13 Dec 2026, 12:00 am IST, then 50% until Thu 17 Dec 2026, 12:00 am IST, then nothing.',
    });
  });

  it('shortly before the batch, is the late move and a cancellation without a refund', () => {
    expect(textsOf(orderPaidAt(at('2026-11-01T10:00')), at('2026-12-19T10:00'))).toEqual({
      move: 'Move the booking to another batch of this course that begins by Sat 20 Mar 2027, until it begins.',
      cancel: 'Cancel seats. Refund of their price with GST: nothing.',
    });
  });

  it('is nothing after the course has begun, or without a booking', () => {
    const paidAt = at('2026-11-01T10:00');
    expect(payerOptions(orderPaidAt(paidAt), at('2026-12-20T10:00'))).toEqual([]);
    expect(payerOptions(orderPaidAt(paidAt, { booking: 'due' }), at('2026-11-20T10:00'))).toEqual([]);
  });
});
