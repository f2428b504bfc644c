import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displayPrice,
  formatPaise,
  formatRupees,
  formatWithGst,
  paiseOf,
  priceOf,
  seatFee,
  seatsFromInput,
} from './pricing.ts';

describe('priceOf', () => {
  it.each([
    // Fee per seat, seats, subtotal, GST, total; amounts in paise.
    [18_999_00, 1, 18_999_00, 3_419_82, 22_418_82],
    [18_999_00, 3, 56_997_00, 10_259_46, 67_256_46],
    [1, 1, 1, 0, 1],
    [3, 1, 3, 1, 4],
    [99_99, 7, 699_93, 125_99, 825_92],
    [24_999_50, 50, 12_49_975_00, 2_24_995_50, 14_74_970_50],
    [10_000_00, 0, 0, 0, 0],
  ])('%i paise × %i', (unitPaise, seats, subTotalPaise, gstPaise, totalPaise) => {
    expect(priceOf(unitPaise, seats)).toEqual({ unitPaise, seats, subTotalPaise, gstPaise, totalPaise });
  });

  it('refuses amounts that are negative, too large or not whole paise, and seats that are not whole', () => {
    expect(() => priceOf(1.5, 1)).toThrow(RangeError);
    expect(() => priceOf(-1, 1)).toThrow(RangeError);
    expect(() => priceOf(100, 0.5)).toThrow(RangeError);
    expect(() => priceOf(Number.MAX_SAFE_INTEGER, 2)).toThrow(RangeError);
  });

  it('always adds up in whole paise, with GST within half a paisa of 18 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 50 }), (unit, seats) => {
        const price = priceOf(unit, seats);
        expect(price.subTotalPaise + price.gstPaise).toBe(price.totalPaise);
        expect(Number.isSafeInteger(price.totalPaise)).toBe(true);
        expect(Math.abs(price.gstPaise * 100 - price.subTotalPaise * 18)).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('displayPrice', () => {
  it.each([
    ['24999', '2', 49_998_00],
    [24999.5, 2, 49_999_00],
    ['not a fee', 3, 3_00],
    [undefined, undefined, 1_00],
    [null, null, 1_00],
    ['', '', 1_00],
    [18999, 'two', 18_999_00],
    [18999, 0, 0],
    [-5, 1, 1_00],
  ])('fee %s, quantity %s', (fee, quantity, subTotalPaise) => {
    expect(displayPrice(fee, quantity).subTotalPaise).toBe(subTotalPaise);
  });

  it('shows the same price as the server charges', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e8 }), fc.integer({ min: 0, max: 50 }), (paise, seats) => {
        expect(displayPrice(paise / 100, seats)).toEqual(priceOf(paise, seats));
      }),
    );
  });
});

describe('the fee of a seat', () => {
  it('is the discounted fee, or the fee if there is none', () => {
    expect(seatFee({ fee: 100, discount_fee: 80 })).toBe(80);
    expect(seatFee({ fee: 100, discount_fee: null })).toBe(100);
    expect(seatFee({ fee: null, discount_fee: null })).toBeNull();
  });
});

describe('the seat stepper', () => {
  it.each([
    ['1', 1],
    ['0', 0],
    ['-3', 0],
    ['abc', 0],
    ['', 0],
    ['2.9', 2],
    ['7x', 7],
    ['999999', 50],
  ])('%s is %i', (typed, seats) => {
    expect(seatsFromInput(typed)).toBe(seats);
  });
});

describe('formatted amounts', () => {
  it.each([
    [1_23_456_00, '₹1,23,456'],
    [22_418_82, '₹22,418.82'],
    [50, '₹0.50'],
    [1_00_00_000_00, '₹1,00,00,000'],
    [0, '₹0'],
  ])('%i paise', (paise, text) => {
    expect(formatPaise(paise)).toBe(text);
  });

  it('can be formatted from rupees', () => {
    expect(formatRupees(18_999)).toBe('₹18,999');
    expect(paiseOf(0.29)).toBe(29);
    expect(paiseOf(1.005)).toBe(100);
  });

  it('shows the total of one seat as charged', () => {
    expect(formatWithGst(19_999)).toBe('₹23,598.82');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e8 }), (paise) => {
        expect(formatWithGst(paise / 100)).toBe(formatPaise(priceOf(paise, 1).totalPaise));
      }),
    );
  });
});
