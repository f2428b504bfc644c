import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coupon } from './coupon.ts';
import {
  bestCoupon,
  couponApplies,
  couponDiscount,
  noUses,
  type Purchase,
  type Uses,
} from './coupon-rules.ts';
import { couponOfWeek } from './sample-coupons.ts';

const now = new Date('2026-11-22T12:00:00+05:30');

const purchase: Purchase = {
  courseId: 101,
  category: 'safe',
  batchId: 101417991205,
  seats: 2,
  unitPaise: 18_999_00,
};

function coupon(change: Partial<Coupon> = {}): Coupon {
  return {
    id: '1',
    code: 'SPRING1',
    label: 'Spring',
    terms: { kind: 'percent', percent: 5 },
    courses: [],
    categories: [],
    batches: [],
    startsAt: new Date('2026-11-01T00:00:00+05:30'),
    endsAt: null,
    closedAt: null,
    maxUses: null,
    maxUsesPerEmail: null,
    minSeats: 1,
    isAutomatic: false,
    ...change,
  };
}

describe('whether a coupon applies', () => {
  const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`);
  it.each<[string, Partial<Coupon>, Partial<Purchase>, Partial<Uses>, boolean]>([
    ['for everything', {}, {}, {}, true],
    ['for the course', { courses: [7, 101] }, {}, {}, true],
    ['for the category', { categories: ['safe'] }, {}, {}, true],
    ['for the batch', { batches: [101417991205] }, {}, {}, true],
    ['for another course, or for this batch', { courses: [7], batches: [101417991205] }, {}, {}, true],
    ['another course', { courses: [7] }, {}, {}, false],
    ['another category', { categories: ['kanban'] }, {}, {}, false],
    ['an unknown category of the course', { categories: ['safe'] }, { category: '' }, {}, false],
    ['another batch', { batches: [101417991219] }, {}, {}, false],
    ['on its last day', { endsAt: midnight('2026-11-23') }, {}, {}, true],
    ['on the day after', { endsAt: midnight('2026-11-22') }, {}, {}, false],
    ['at its last moment', { endsAt: new Date(now.getTime() + 1) }, {}, {}, true],
    ['at the moment after', { endsAt: now }, {}, {}, false],
    ['ended by an operator', { closedAt: now, endsAt: midnight('2026-12-31') }, {}, {}, false],
    ['at its first moment', { startsAt: now }, {}, {}, true],
    ['too early', { startsAt: midnight('2026-12-01') }, {}, {}, false],
    ['too few seats', { minSeats: 3 }, {}, {}, false],
    ['enough seats', { minSeats: 3 }, { seats: 3 }, {}, true],
    ['a use left', { maxUses: 2 }, {}, { all: 1 }, true],
    ['no use left', { maxUses: 2 }, {}, { all: 2 }, false],
    ['all unpaid uses from this address', { maxUses: 9 }, {}, { all: 3, unpaidFromAddress: 3 }, false],
    ['fewer unpaid uses from this address', { maxUses: 9 }, {}, { all: 3, unpaidFromAddress: 2 }, true],
    ['used by others', { maxUsesPerEmail: 1 }, {}, { all: 9 }, true],
    ['used by the payer', { maxUsesPerEmail: 1 }, {}, { all: 9, byEmail: 1 }, false],
  ])('%s', (_name, change, bought, uses, applies) => {
    expect(couponApplies(coupon(change), { ...purchase, ...bought }, { ...noUses, ...uses }, now)).toBe(
      applies,
    );
  });
});

describe('one discount for an order', () => {
  const five = coupon();
  const ten = coupon({ id: '2', code: 'GROUP5', terms: { kind: 'percent', percent: 10 } });
  const thousand = coupon({ id: '3', code: 'OFF', terms: { kind: 'amount', amountPaise: 1_000_00 } });

  it('is the larger one; of equal ones the first', () => {
    expect(bestCoupon([five, ten, thousand], purchase)).toBe(ten);
    expect(bestCoupon([five, thousand], { ...purchase, seats: 1 })).toBe(thousand);
    const same = coupon({ id: '4', code: 'SAME' });
    expect(bestCoupon([five, same], purchase)).toBe(five);
    expect(bestCoupon([same, five], purchase)).toBe(same);
    expect(bestCoupon([], purchase)).toBeUndefined();
  });

  it('is never less than any single discount', () => {
    const terms = fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), amountPaise: fc.integer({ min: 1, max: 1e9 }) }),
    );
    fc.assert(
      fc.property(fc.array(terms, { minLength: 1 }), fc.integer({ min: 1, max: 1e8 }), (all, unitPaise) => {
        const bought = { ...purchase, unitPaise };
        const coupons = all.map((one) => coupon({ terms: one }));
        const best = bestCoupon(coupons, bought) ?? expect.fail('none was chosen');
        for (const one of coupons)
          expect(couponDiscount(best, bought)).toBeGreaterThanOrEqual(couponDiscount(one, bought));
      }),
    );
  });
});

describe('the coupon of the week', () => {
  it('is the same from Wednesday to Tuesday in India, and a new one on the next Wednesday', () => {
    const of = (timestamp: string) => couponOfWeek(new Date(timestamp));
    const sunday = of('2026-11-22T12:00:00+05:30');
    expect(sunday.code).toMatch(/^SPRING\d+$/);
    expect(sunday.startsAt).toEqual(new Date('2026-11-18T00:00:00+05:30'));
    // Its last day is the next Tuesday.
    expect(sunday.endsAt).toEqual(new Date('2026-11-25T00:00:00+05:30'));
    expect(of('2026-11-18T00:00:00+05:30').code).toBe(sunday.code);
    expect(of('2026-11-24T23:59:59+05:30').code).toBe(sunday.code);
    expect(of('2026-11-25T00:00:00+05:30').code).not.toBe(sunday.code);
    expect(of('2026-11-17T23:59:59+05:30').code).not.toBe(sunday.code);
  });
});
