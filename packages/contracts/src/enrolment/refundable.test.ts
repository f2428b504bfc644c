import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountOf } from './discount.ts';
import { discountedPrice } from './discounted-price.ts';
import { minChargePaise } from './pricing.ts';
import { type CouponRule, refundableFor, type Sale, valuePaise } from './refundable.ts';

const unitPaise = 18_999_00;
const onePaise = 22_418_82;

/** A sale as the checkout creates it. */
function sold(seats: number, coupon: CouponRule | null, unit = unitPaise): Sale {
  const discountPaise = coupon ? discountOf(unit * seats, coupon.discount) : 0;
  return {
    unitPaise: unit,
    seats,
    coupon,
    paidPaise: discountedPrice(unit, seats, discountPaise).totalPaise,
  };
}

const group5: CouponRule = { discount: { kind: 'percent', percent: 10 }, minSeats: 5 };
const refundOf = (sale: Sale, cancelledBefore: number, seats: number, percent = 100) =>
  refundableFor(sale, { cancelledBefore, seats, percent }).refundPaise;

describe('the refund for cancelled seats', () => {
  it('is the price of the seats if there was no discount', () => {
    expect(refundableFor(sold(3, null), { cancelledBefore: 0, seats: 1, percent: 75 })).toEqual({
      valuePaise: onePaise,
      refundPaise: 16_814_12,
    });
  });

  it('removes the group discount if fewer seats remain than its coupon needs', () => {
    const sale = sold(5, group5);
    expect(sale.paidPaise - refundOf(sale, 0, 4)).toBe(onePaise);
    expect(sale.paidPaise - refundOf(sale, 0, 3)).toBe(2 * onePaise);
    expect(refundOf(sale, 0, 5)).toBe(sale.paidPaise);
  });

  it('keeps the discount if as many seats remain as the coupon needs', () => {
    const sale = sold(6, group5);
    expect(refundOf(sale, 0, 1)).toBe(sale.paidPaise - sold(5, group5).paidPaise);
  });

  it('is 0 if the remaining seats at full price cost as much as was paid', () => {
    const half: CouponRule = { discount: { kind: 'percent', percent: 50 }, minSeats: 2 };
    expect(refundOf(sold(2, half), 0, 1)).toBe(0);
    expect(refundOf(sold(2, half), 1, 1)).toBe(sold(2, half).paidPaise);
  });

  it('deducts a fixed discount once, for any number of remaining seats', () => {
    const off: CouponRule = { discount: { kind: 'amount', amountPaise: 1_000_00 }, minSeats: 1 };
    const sale = sold(2, off);
    expect(refundOf(sale, 0, 1)).toBe(onePaise);
    expect(sale.paidPaise - onePaise).toBe(sold(1, off).paidPaise);
  });

  it('does not apply a coupon that would make the remaining seats free', () => {
    const off: CouponRule = { discount: { kind: 'amount', amountPaise: 30_000_00 }, minSeats: 1 };
    expect(refundOf(sold(2, off), 0, 1)).toBe(0);
  });

  it('never includes money that an earlier cancellation retained', () => {
    const sale = sold(2, null);
    expect(refundOf(sale, 0, 1, 50) + refundOf(sale, 1, 1, 100)).toBe(onePaise / 2 + onePaise);
  });

  it('is the whole payment once the last seat is cancelled, also if another amount was paid', () => {
    for (const paidPaise of [1_000_00, 100_000_00]) {
      const sale = { unitPaise, seats: 2, coupon: null, paidPaise };
      expect(refundOf(sale, 0, 1) + refundOf(sale, 1, 1)).toBe(paidPaise);
    }
  });

  it.each([
    [0, 0],
    [0, 3],
    [2, 1],
    [-1, 1],
    [0, 0.5],
    [0, Number.NaN],
  ])('refuses %d seats cancelled earlier and %d now, of 2', (cancelledBefore, seats) => {
    expect(() => refundOf(sold(2, null), cancelledBefore, seats)).toThrow(RangeError);
  });
});

const discount = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('amount' as const), amountPaise: fc.integer({ min: 1, max: 1e7 }) }),
);
const anySale = fc
  .record({
    unit: fc.integer({ min: minChargePaise, max: 1e7 }),
    seats: fc.integer({ min: 1, max: 12 }),
    coupon: fc.option(fc.record({ discount, minSeats: fc.integer({ min: 1, max: 12 }) })),
  })
  .filter(({ seats, coupon }) => coupon === null || seats >= coupon.minSeats)
  .map(({ unit, seats, coupon }) => sold(seats, coupon, unit))
  .filter(({ paidPaise }) => paidPaise >= minChargePaise);
const anySplit = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 });
const percent = fc.integer({ min: 0, max: 100 });

/** Cancels seats in these steps, until none are left. */
function steps(sale: Sale, split: readonly number[]) {
  let cancelledBefore = 0;
  return split.flatMap((requested) => {
    const seats = Math.min(requested, sale.seats - cancelledBefore);
    if (seats === 0) return [];
    const step = { cancelledBefore, seats };
    cancelledBefore += seats;
    return [step];
  });
}

describe('every sequence of cancellations', () => {
  it('refunds the same as cancelling the seats together at one percentage', () => {
    fc.assert(
      fc.property(anySale, anySplit, percent, (sale, split, at) => {
        const parts = steps(sale, split);
        const cancelled = parts.reduce((sum, { seats }) => sum + seats, 0);
        const apart = parts.reduce(
          (sum, { cancelledBefore, seats }) => sum + refundOf(sale, cancelledBefore, seats, at),
          0,
        );
        expect(apart).toBe(refundOf(sale, 0, cancelled, at));
      }),
    );
  });

  it('refunds between 0 and the value of the seats, and never more than was paid', () => {
    fc.assert(
      fc.property(
        anySale,
        anySplit,
        fc.array(percent, { minLength: 12, maxLength: 12 }),
        (sale, split, at) => {
          let total = 0;
          for (const [index, part] of steps(sale, split).entries()) {
            const one = refundableFor(sale, {
              cancelledBefore: part.cancelledBefore,
              seats: part.seats,
              percent: at[index] ?? 0,
            });
            expect(one.refundPaise).toBeGreaterThanOrEqual(0);
            expect(one.refundPaise).toBeLessThanOrEqual(one.valuePaise);
            total += one.refundPaise;
          }
          expect(total).toBeLessThanOrEqual(sale.paidPaise);
        },
      ),
    );
  });

  it('never leaves seats free of charge, nor worth more than was paid', () => {
    fc.assert(
      fc.property(anySale, fc.integer({ min: 1, max: 12 }), (sale, remaining) => {
        fc.pre(remaining <= sale.seats);
        expect(valuePaise(sale, remaining)).toBeGreaterThanOrEqual(minChargePaise);
        expect(valuePaise(sale, remaining)).toBeLessThanOrEqual(sale.paidPaise);
      }),
    );
  });

  it('refunds everything once every seat is cancelled at 100 %', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        expect(refundOf(sale, 0, sale.seats)).toBe(sale.paidPaise);
      }),
    );
  });
});
