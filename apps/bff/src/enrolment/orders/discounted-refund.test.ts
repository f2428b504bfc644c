import { discountOf } from '@meridian/contracts/enrolment/discount';
import { discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import { expect, it } from 'vitest';
import { netFlow } from './state/ledger.ts';
import type { OrderEvent } from './state/order-events.ts';
import { creditedPaise, type OrderFacts, owedPaise, payingPart } from './state/order-facts.ts';
import { transition } from './state/order-state.ts';

const unitPaise = 18_999_00;
const seats = 5;
const coupon = { discount: { kind: 'percent', percent: 10 }, minSeats: 5 } as const;
const discountPaise = discountOf(unitPaise * seats, coupon.discount);
const { totalPaise } = discountedPrice(unitPaise, seats, discountPaise);
const onePaise = 22_418_82;

const fresh: OrderFacts = {
  unitPaise,
  coupon,
  repriced: null,
  seats,
  totalPaise,
  gstPercent: 18,
  erased: false,
  booking: 'none',
  overdue: false,
  cancelledSeats: 0,
  reportedSeats: 0,
  payments: {},
  posted: [],
};

const run = (events: readonly OrderEvent[], from = fresh) =>
  events.reduce((facts, event) => transition(facts, event).facts, from);

/** Booked and paid, with a group discount. */
const booked = run([
  { kind: 'payment_captured', paymentId: 'pay_1', amountPaise: totalPaise, currency: 'INR' },
  { kind: 'booking_confirmed' },
]);

const cancel = (count: number, percent = 100): OrderEvent => ({
  kind: 'operator_cancel',
  seats: count,
  percent,
});
const transfer: OrderEvent = { kind: 'operator_transfer', reference: 'UTR1' };
const owed = (facts: OrderFacts) => {
  const part = payingPart(facts);
  return part && owedPaise(part);
};

it.each([
  [1, 5 - 1],
  [3, 5 - 3],
  [4, 5 - 4],
])(
  'the seats left after cancelling %i of five have the price without the group discount',
  (cancelled, left) => {
    expect(owed(run([cancel(cancelled)], booked))).toBe(totalPaise - left * onePaise);
  },
);

it('cancelling all seats refunds the whole payment', () => {
  expect(owed(run([cancel(5)], booked))).toBe(totalPaise);
});

it('keeps the share that the policy retained when further seats are cancelled with a full refund', () => {
  const half = run([cancel(2, 50)], booked);
  const firstPaise = (totalPaise - 3 * onePaise) / 2;
  expect(owed(half)).toBe(firstPaise);
  // Excluding tax.
  const retained = (facts: OrderFacts) => netFlow(payingPart(facts)?.flows ?? {}, 'unearned', 'retained');
  const retainedPaise = firstPaise - Math.round((firstPaise * 18) / 118);
  expect(retained(half)).toBe(retainedPaise);
  const rest = run([transfer, cancel(3)], half);
  expect(owed(rest)).toBe(3 * onePaise);
  expect(retained(rest)).toBe(retainedPaise);
  const part = payingPart(rest);
  expect(part && creditedPaise(part)).toBe(firstPaise + 3 * onePaise);
});

it('cancels seats without a refund if the policy refunds nothing, and does not report them as refunded', () => {
  const { facts, state } = transition(booked, cancel(5, 0));
  expect({ owed: owed(facts), cancelled: facts.cancelledSeats, state }).toEqual({
    owed: 0,
    cancelled: 5,
    state: 'cancelled',
  });
});

it('refunds a cancellation in full after goodwill that left the seats and the price unchanged', () => {
  const gift: OrderEvent = {
    kind: 'refund_seen',
    paymentId: 'pay_1',
    paymentPaise: totalPaise,
    currency: 'INR',
    refundId: 'gift',
    amountPaise: 5_000_00,
    state: 'processed',
    captured: true,
    fresh: true,
  };
  const given = run([gift, { kind: 'case_settled', statement: 'goodwill' }], booked);
  expect(owed(run([cancel(1)], given))).toBe(owed(run([cancel(1)], booked)));
  // All seats: goodwill and refund together are limited to the amount paid, and the sale is reduced to
  // nothing.
  const all = run([cancel(5)], given);
  const part = payingPart(all);
  expect(owed(all)).toBe(totalPaise - 5_000_00);
  expect(part && creditedPaise(part)).toBe(totalPaise);
});
