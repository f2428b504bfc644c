import { discountOf } from '@meridian/contracts/checkout/discount';
import { discountedPrice } from '@meridian/contracts/checkout/discounted-price';
import { expect, it } from 'vitest';
import { newPart, type OrderFacts, payingPart, withPart } from './order-facts.ts';
import { transition } from './order-state.ts';

const unitPaise = 18_999_00;
const seats = 5;
const discountPaise = discountOf(unitPaise * seats, { kind: 'percent', percent: 10 });
const { totalPaise } = discountedPrice(unitPaise, seats, discountPaise);

/** Booked and paid, with a group discount. */
const booked: OrderFacts = withPart(
  {
    ...{ unitPaise, discountPaise, seats, totalPaise, erased: false, booking: 'booked', overdue: false },
    ...{ cancelledSeats: 0, toldSeats: 0, returnUndecided: false, payments: {} },
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
