import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gstinCheckCharacter, isGstin, normalGstin, stateOfGstin } from './gstin.ts';

const withCheck = (first: string) => first + gstinCheckCharacter(first);

describe('a GSTIN', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAQCA8719H1ZC', '05AAACG2140A1ZL', '27AAACR5055K1Z7'])(
    'is accepted: %s',
    (gstin) => {
      expect(isGstin(gstin)).toBe(true);
    },
  );

  it.each([
    ['22AAAAA0000A1Z5', 'C'],
    ['29AABCT1332L1ZT', 'A'],
  ])('rejects a wrong check character: %s needs %s', (gstin, last) => {
    expect(isGstin(gstin)).toBe(false);
    expect(gstinCheckCharacter(gstin.slice(0, 14))).toBe(last);
    expect(isGstin(gstin.slice(0, 14) + last)).toBe(true);
  });

  it.each([
    ['a regular tax payer', '29AAGCB7383J1Z'],
    ['a government department', '07AAAA00005A1Z'],
    ['a body of the United Nations', '9917USA00012UN'],
    ['a tax deductor', '29AAAAA0000A1D'],
  ])('accepts a GSTIN of %s', (_name, first) => {
    expect(isGstin(withCheck(first))).toBe(true);
  });

  it.each([
    ['', '29AAGCB7383J1Z', '29AAGCB7383J1Z44', '29aagcb7383j1z4', '29AAGCB7383J0Z4', '29AAGCB7383J1C4'],
  ])('rejects anything else', (...others) => {
    for (const other of others) expect(isGstin(other)).toBe(false);
  });

  it('may be typed with spaces around it and in lower case', () => {
    expect(isGstin(normalGstin(' 29aagcb7383j1z4 '))).toBe(true);
  });

  it('detects every single wrong character', () => {
    const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14 }), fc.constantFrom(...characters), (place, other) => {
        const gstin = '27AAPFU0939F1ZV';
        const slip = gstin.slice(0, place) + other + gstin.slice(place + 1);
        expect(isGstin(slip)).toBe(slip === gstin);
      }),
    );
  });

  it.each([
    ['27AAPFU0939F1ZV', '27'],
    ['9917USA00012UNX', undefined],
    ['', undefined],
    // Former codes of Andhra Pradesh and of Daman and Diu.
    ['28AAPFU0939F1ZT', '37'],
    ['25AAPFU0939F1ZZ', '26'],
    // The code 96 is for exports, so no registration has it.
    ['96AAPFU0939F1ZX', undefined],
  ])('names the state of %s', (gstin, state) => {
    expect(stateOfGstin(gstin)).toBe(state);
  });
});
