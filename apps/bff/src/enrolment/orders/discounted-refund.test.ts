import { discountOf } from '@meridian/contracts/checkout/discount';
import { discountedPrice } from '@meridian/contracts/checkout/discounted-price';
import { expect, it } from 'vitest';
import { newPart, type OrderFacts, payingPart, withPart } from './state/order-facts.ts';
import { transition } from './state/order-state.ts';

const unitPaise = 18_999_00;
const seats = 5;
const discountPaise = discountOf(unitPaise * seats, { kind: 'percent', percent: 10 });
const { totalPaise } = discountedPrice(unitPaise, seats, discountPaise);

/** Booked and paid, with a group discount. */
const booked: OrderFacts = withPart(
  {
    unitPaise,
    discountPaise,
    seats,
    totalPaise,
    erased: false,
    booking: 'booked',
    overdue: false,
    cancelledSeats: 0,
    toldSeats: 0,
    returnUndecided: false,
    payments: {},
  },
  'pay_1',
  newPart('pays', totalPaise),
);

const dueAfter = (cancelled: number) =>
  payingPart(transition(booked, { kind: 'operator_cancel', seats: cancelled }).facts)?.duePaise;

it.each([
  [1, 20_176_82],
  [3, 60_530_46],
  [4, 80_707_28],
  [5, totalPaise],
])('18 refunds %i of five seats at the price that was paid for them', (cancelled, duePaise) => {
  expect(totalPaise).toBe(100_884_10);
  expect(dueAfter(cancelled)).toBe(duePaise);
});

/** The refunds that are due are made. */
function settled(facts: OrderFacts): OrderFacts {
  const part = payingPart(facts);
  return part ? withPart(facts, 'pay_1', { ...part, transferredPaise: part.duePaise }) : facts;
}

it('retains what the policy retains, also when further seats are cancelled without it', () => {
  const half = transition(booked, { kind: 'operator_cancel', seats: 2, percent: 50 });
  expect(payingPart(half.facts)?.duePaise).toBe(20_176_82);
  expect(half.state).toBe('refund_due');
  const rest = transition(settled(half.facts), { kind: 'operator_cancel', seats: 3 });
  expect(payingPart(rest.facts)?.duePaise).toBe(20_176_82 + totalPaise - 40_353_64);
  const over = transition(settled(rest.facts), { kind: 'operator_close' });
  expect(over.state).toBe('refunded');
});

it('cancels seats for nothing where the policy gives nothing back', () => {
  const { facts, state } = transition(booked, { kind: 'operator_cancel', seats: 5, percent: 0 });
  expect({ due: payingPart(facts)?.duePaise, cancelled: facts.cancelledSeats, state }).toEqual({
    due: 0,
    cancelled: 5,
    state: 'refunded',
  });
});
