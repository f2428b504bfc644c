import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateCode } from './billing.ts';
import { discountOf } from './discount.ts';
import { discountedPrice } from './discounted-price.ts';
import { gstPartsOf } from './gst-parts.ts';
import { gstPercent } from './pricing.ts';
import { abroad, currentState, isState, stateName, states } from './states.ts';
import { decideTax, type TaxQuestion } from './tax-decision.ts';
import { taxRateOn, taxRates } from './tax-rates.ts';

const karnataka = '29';
const companyOf: Record<string, string> = { '27': '27AAPFU0939F1ZV', '29': '29AAGCB7383J1Z4' };

type Row = [name: string, question: Partial<TaxQuestion>, place: string, taxes: string, assumed?: true];

describe('the tax decision', () => {
  it.each<Row>([
    ['a neighbour, online', { buyerState: '29' }, '29', 'own_state'],
    ['another state, online', { buyerState: '27' }, '27', 'other_state'],
    ['a territory from a state', { buyerState: '04' }, '04', 'other_state'],
    ['two in one territory', { supplierState: '04', buyerState: '04' }, '04', 'own_territory'],
    ['Delhi has a legislature', { supplierState: '07', buyerState: '07' }, '07', 'own_state'],
    ['Puducherry too', { supplierState: '34', buyerState: '34' }, '34', 'own_state'],
    ['a company nearby', { buyerGstin: companyOf['29'] }, '29', 'own_state'],
    ['a company elsewhere', { buyerGstin: companyOf['27'] }, '27', 'other_state'],
    [
      'a company, its address elsewhere',
      { buyerGstin: companyOf['27'], buyerState: '29' },
      '27',
      'other_state',
    ],
    [
      'a company in a classroom',
      { buyerGstin: companyOf['27'], mode: 'classroom', venueState: '29' },
      '27',
      'other_state',
    ],
    ['the United Nations', { buyerGstin: '9917USA00012UNX', buyerState: '07' }, '07', 'other_state'],
    [
      'a classroom here, a buyer from another state',
      { buyerState: '27', mode: 'classroom', venueState: '29' },
      '29',
      'own_state',
    ],
    [
      'a classroom in another state, a buyer from here',
      { buyerState: '29', mode: 'classroom', venueState: '27' },
      '27',
      'other_state',
    ],
    ['a classroom in an unknown state', { buyerState: '27', mode: 'classroom' }, '27', 'other_state', true],
    ['online, the venue is ignored', { buyerState: '27', venueState: '29' }, '27', 'other_state'],
    ['online, nothing is known', {}, '29', 'own_state', true],
    ['a classroom, nothing is known', { mode: 'classroom' }, '29', 'own_state', true],
    ['an invalid state code', { buyerState: '99' }, '29', 'own_state', true],
    ['the former Daman and Diu', { buyerState: '25' }, '26', 'other_state'],
    ['abroad', { buyerState: abroad }, abroad, 'other_state'],
    ['online, place of the supplier', { buyerState: '27', onlinePlace: 'supplier_state' }, '29', 'own_state'],
    [
      'online, place of the supplier, a company',
      { buyerGstin: companyOf['27'], onlinePlace: 'supplier_state' },
      '27',
      'other_state',
    ],
  ])('%s', (_name, question, placeOfSupply, place, assumed) => {
    const decision = decideTax({ supplierState: karnataka, ...question });
    const registered = question.buyerGstin !== undefined;
    const { contactFirst, ...decided } = decision;
    expect(decided).toEqual({ placeOfSupply, place, registered, assumed: assumed ?? false });
    expect(contactFirst).toBe(question.buyerState === abroad ? 'foreign_online' : undefined);
  });

  const un = '9917USA00012UNX';
  it.each<[clause: string, question: Partial<TaxQuestion>, place: string, contactFirst?: string]>([
    ['12(5)(a), registered, online', { buyerGstin: companyOf['27'] }, '27'],
    [
      '12(5)(a), registered, classroom',
      { buyerGstin: companyOf['27'], mode: 'classroom', venueState: '29' },
      '27',
    ],
    ['12(2)(b), not registered, online', { buyerState: '27' }, '27'],
    ['12(5)(b), not registered, classroom', { buyerState: '27', mode: 'classroom', venueState: '29' }, '29'],
    ['13(2), abroad, online', { buyerState: abroad }, abroad, 'foreign_online'],
    [
      '13(2), a body of the United Nations abroad',
      { buyerState: abroad, buyerGstin: un },
      abroad,
      'foreign_online',
    ],
    [
      '13(3)(b), abroad, classroom',
      { buyerState: abroad, mode: 'classroom', venueState: '29' },
      '29',
      'foreign_classroom',
    ],
    [
      '13(3)(b), a body of the United Nations abroad, classroom',
      { buyerState: abroad, buyerGstin: un, mode: 'classroom', venueState: '29' },
      '29',
      'foreign_classroom',
    ],
    ['7(5)(b), an SEZ, online', { buyerGstin: companyOf['29'], inSez: true }, '29', 'sez'],
    [
      '7(5)(b), an SEZ, classroom',
      { buyerGstin: companyOf['29'], inSez: true, mode: 'classroom', venueState: '29' },
      '29',
      'sez',
    ],
    [
      'an address abroad of a company registered here',
      { buyerGstin: companyOf['27'], buyerState: abroad },
      '27',
    ],
  ])('section %s', (_clause, question, placeOfSupply, contactFirst) => {
    const decision = decideTax({ supplierState: karnataka, ...question });
    expect(decision).toMatchObject({ placeOfSupply, contactFirst });
    const isNeighbour = placeOfSupply === karnataka && contactFirst !== 'sez';
    expect(decision.place).toBe(isNeighbour ? 'own_state' : 'other_state');
  });

  const code = fc.constantFrom(...states.map((state) => state.code));
  const question = fc.record({
    supplierState: code,
    buyerState: fc.option(code, { nil: undefined }),
    buyerGstin: fc.option(fc.constantFrom(...Object.values(companyOf)), { nil: undefined }),
    mode: fc.option(fc.constantFrom('online' as const, 'classroom' as const), { nil: undefined }),
    venueState: fc.option(code, { nil: undefined }),
  });

  it('splits every price to the paisa, in equal halves', () => {
    const seats = fc.integer({ min: 1, max: 50 });
    const off = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        question,
        fc.integer({ min: 1, max: 1e9 }),
        seats,
        off,
        (requested, unit, count, percent) => {
          const discount = discountOf(unit * count, { kind: 'percent', percent });
          const { gstPaise, taxablePaise, totalPaise } = discountedPrice(unit, count, discount);
          const parts = gstPartsOf(gstPaise, decideTax(requested).place);
          const { cgstPaise, sgstPaise, utgstPaise, igstPaise, roundOffPaise } = parts;
          const sum = cgstPaise + sgstPaise + utgstPaise + igstPaise + roundOffPaise;
          expect(taxablePaise + sum).toBe(totalPaise);
          expect(cgstPaise).toBe(sgstPaise + utgstPaise);
          expect(igstPaise === 0 || cgstPaise === 0).toBe(true);
        },
      ),
    );
  });

  it('returns an existing state, and halves only within it', () => {
    fc.assert(
      fc.property(question, (requested) => {
        const { placeOfSupply, place } = decideTax(requested);
        expect(isState(placeOfSupply)).toBe(true);
        expect(place === 'other_state').toBe(placeOfSupply !== requested.supplierState);
      }),
    );
  });
});

describe('states', () => {
  it('are those of the form, each once', () => {
    const codes = states.map((state) => state.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (let code = 0; code < 100; code += 1) {
      const written = String(code).padStart(2, '0');
      expect(stateCode.safeParse(written).success).toBe(isState(currentState(written)));
    }
  });

  it('have names, also the former codes', () => {
    expect(stateName('29')).toBe('Karnataka');
    expect(stateName('25')).toBe(stateName('26'));
    expect(stateName('99')).toBe('99');
  });
});

describe('the rate', () => {
  it('is the one that prices use', () => {
    expect(taxRateOn('2026-11-22')).toEqual({ from: '2017-07-01', percent: gstPercent, sac: '999293' });
  });

  it('changes on the day of the law', () => {
    const rates = [...taxRates, { from: '2027-04-01', percent: 12, sac: '999293' }];
    expect(taxRateOn('2027-03-31', rates).percent).toBe(18);
    expect(taxRateOn('2027-04-01', rates).percent).toBe(12);
    expect(() => taxRateOn('2017-06-30')).toThrow(RangeError);
  });
});
