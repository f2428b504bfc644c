import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiscountTerms, discountOf, keptDiscount } from './discount.ts';
import { discountedPrice } from './discounted-price.ts';
import { gstPartsOf, type TaxPlace, taxPlaceOf } from './gst-parts.ts';
import { priceOf } from './pricing.ts';

const unit = fc.integer({ min: 0, max: 1e9 });
const seats = fc.integer({ min: 0, max: 50 });
const terms: fc.Arbitrary<DiscountTerms> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: fc.constant('amount' as const), amountPaise: fc.integer({ min: 0, max: 1e10 }) }),
);
const place = fc.constantFrom<TaxPlace>('other_state', 'own_state', 'own_territory');

describe('a discount', () => {
  it.each<[string, number, DiscountTerms, number]>([
    ['5 % that result in paise', 18_999_00, { kind: 'percent', percent: 5 }, 950_00],
    ['5 % of whole rupees', 20_000_00, { kind: 'percent', percent: 5 }, 1_000_00],
    ['a fee with paise', 999_99, { kind: 'percent', percent: 5 }, 50_99],
    ['the whole subtotal', 18_999_50, { kind: 'percent', percent: 100 }, 18_999_50],
    ['an amount', 18_999_00, { kind: 'amount', amountPaise: 500_00 }, 500_00],
    ['an amount on a fee with paise', 999_99, { kind: 'amount', amountPaise: 100_00 }, 100_99],
    ['more than the subtotal', 300_00, { kind: 'amount', amountPaise: 500_00 }, 300_00],
    ['0 % of a fee with paise', 999_99, { kind: 'percent', percent: 0 }, 0],
    ['an amount of 0', 999_99, { kind: 'amount', amountPaise: 0 }, 0],
  ])('is rounded up so that the taxable value is whole rupees: %s', (_name, subTotal, given, discount) => {
    expect(discountOf(subTotal, given)).toBe(discount);
  });

  it('leaves a taxable value of whole rupees, and is less than one rupee higher than its terms', () => {
    fc.assert(
      fc.property(unit, seats, terms, (unitPaise, count, given) => {
        const subTotal = unitPaise * count;
        const discount = discountOf(subTotal, given);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(subTotal);
        const requested = given.kind === 'percent' ? (subTotal * given.percent) / 100 : given.amountPaise;
        if (requested <= 0) {
          expect(discount).toBe(0);
          return;
        }
        expect((subTotal - discount) % 100).toBe(0);
        expect(discount).toBeGreaterThanOrEqual(Math.min(requested, subTotal));
        expect(discount).toBeLessThan(Math.min(requested, subTotal) + 100);
      }),
    );
  });
});

describe('the break-up of a price', () => {
  it('equals the price of the specification without a discount', () => {
    fc.assert(
      fc.property(unit, seats, (unitPaise, count) => {
        const full = priceOf(unitPaise, count);
        expect(discountedPrice(unitPaise, count, 0)).toEqual({
          ...full,
          discountPaise: 0,
          taxablePaise: full.subTotalPaise,
        });
      }),
    );
  });

  it('adds up in whole paise, with no negative part, equal halves, and the odd paisa separate', () => {
    fc.assert(
      fc.property(unit, seats, terms, place, (unitPaise, count, given, where) => {
        const price = discountedPrice(unitPaise, count, discountOf(unitPaise * count, given));
        const { subTotalPaise, discountPaise, taxablePaise, gstPaise, totalPaise } = price;
        const parts = gstPartsOf(gstPaise, where);
        const { cgstPaise, sgstPaise, utgstPaise, igstPaise, roundOffPaise } = parts;
        for (const paise of [...Object.values(price), ...Object.values(parts)]) {
          expect(Number.isSafeInteger(paise)).toBe(true);
          expect(paise).toBeGreaterThanOrEqual(0);
        }
        expect(subTotalPaise - discountPaise).toBe(taxablePaise);
        expect(taxablePaise + gstPaise).toBe(totalPaise);
        expect(Math.abs(gstPaise * 100 - taxablePaise * 18)).toBeLessThanOrEqual(50);
        expect(cgstPaise + sgstPaise + utgstPaise + igstPaise + roundOffPaise).toBe(gstPaise);
        expect(roundOffPaise).toBeLessThanOrEqual(1);
        if (where === 'other_state') expect(igstPaise).toBe(gstPaise);
        else expect(cgstPaise).toBe(where === 'own_state' ? sgstPaise : utgstPaise);
        // With a discount the halves are exact: 9 % of whole rupees.
        if (discountPaise > 0) expect(roundOffPaise).toBe(0);
        if (discountPaise > 0 && where !== 'other_state') expect(cgstPaise * 100).toBe(taxablePaise * 9);
      }),
    );
  });

  it('has an odd paisa if a fee with paise causes one', () => {
    const { gstPaise } = discountedPrice(999_97, 1, 0);
    expect(gstPartsOf(gstPaise, 'own_state')).toEqual({
      cgstPaise: 89_99,
      sgstPaise: 89_99,
      utgstPaise: 0,
      igstPaise: 0,
      roundOffPaise: 1,
    });
  });

  it('refuses an invalid discount', () => {
    for (const discount of [-1, 0.5, 18_999_01, Number.NaN])
      expect(() => discountedPrice(18_999_00, 1, discount)).toThrow(RangeError);
  });
});

describe('the discount after seats of an order are cancelled', () => {
  it('gives a price between 0 and the earlier one, and never makes a kept seat more expensive', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e8 }),
        fc.integer({ min: 1, max: 50 }),
        terms,
        fc.integer({ min: 0, max: 50 }),
        (unitPaise, count, given, kept) => {
          fc.pre(kept <= count);
          const discountPaise = discountOf(unitPaise * count, given);
          const keeps = keptDiscount({ unitPaise, seats: count, discountPaise }, kept);
          const before = discountedPrice(unitPaise, count, discountPaise);
          const after = discountedPrice(unitPaise, kept, keeps);
          expect(after.totalPaise).toBeLessThanOrEqual(before.totalPaise);
          expect(after.taxablePaise * count).toBeLessThanOrEqual(before.taxablePaise * Math.max(kept, 0) + 1);
          if (kept === count) expect(after).toEqual(before);
          if (kept === 0) expect(after.totalPaise).toBe(0);
        },
      ),
    );
  });
});

describe('the place of supply', () => {
  it.each<[string | undefined, string | undefined, TaxPlace]>([
    ['29', '29', 'own_state'],
    ['29', '27', 'other_state'],
    ['29', undefined, 'own_state'],
    ['07', '07', 'own_state'],
    ['34', '34', 'own_state'],
    ['01', '01', 'own_state'],
    ...['04', '26', '31', '35', '38', '97'].map((code): [string, string, TaxPlace] => [
      ...([code, code] as const),
      'own_territory',
    ]),
    ['04', '29', 'other_state'],
    ['29', '96', 'other_state'],
    [undefined, '29', 'other_state'],
    [undefined, undefined, 'other_state'],
  ])('supplier in %s, buyer in %s', (supplier, buyer, expected) => {
    expect(taxPlaceOf(supplier, buyer)).toBe(expected);
  });
});
