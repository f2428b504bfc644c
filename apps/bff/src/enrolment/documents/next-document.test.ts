import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someDocument, someSupply } from '../../../testing/invoices/documents.ts';
import { type Amounts, amountsOf, differenceOf, sumOf } from './amounts.ts';
import type { IssuedDocument } from './issued.ts';
import { nextDocument, type RequestFacts } from './next-document.ts';

type Step = { credited: number | null; isAdvance: boolean; isLate?: boolean };

const reason = 'goodwill' as const;

/** Processes requests one after the other, like the issuer. */
function issueAll(steps: readonly Step[], totalPaise: number, placeOfSupply = '29'): IssuedDocument[] {
  const issued: IssuedDocument[] = [];
  for (const { credited, isAdvance, isLate = false } of steps) {
    const supply = someSupply({ totalPaise, placeOfSupply });
    const credit = credited === null ? null : { totalPaise: credited, reason, cancelledSeats: 0 };
    const facts: RequestFacts = { supply, credit, isAdvance, isLate };
    const next = nextDocument(facts, issued, '29');
    if (next)
      issued.push(
        someDocument({
          ...next,
          number: `N${issued.length}`,
          reference: next.corrects?.document.number ?? null,
        }),
      );
  }
  return issued;
}

const kindsOf = (issued: readonly IssuedDocument[]) =>
  issued.map(({ kind, amounts, reference }) => [kind, amounts.totalPaise, reference]);

/**
 * @returns the documented total: invoices less credit notes, or without an invoice receipt vouchers less
 * refund vouchers
 */
function documented(issued: readonly IssuedDocument[]): Amounts {
  const sum = (...kinds: IssuedDocument['kind'][]) =>
    sumOf(issued.filter(({ kind }) => kinds.includes(kind)).map(({ amounts }) => amounts));
  const hasInvoice = issued.some(({ kind }) => kind === 'invoice');
  return hasInvoice
    ? differenceOf(sum('invoice'), sum('credit_note'))
    : differenceOf(sum('receipt_voucher'), sum('refund_voucher'));
}

const now = (credited: number | null): Step => ({ credited, isAdvance: false });
const early = (credited: number | null): Step => ({ credited, isAdvance: true });

describe('the next document', () => {
  it.each<[string, Step[], [string, number, string | null][]]>([
    ['paid', [now(null)], [['invoice', 11_800, null]]],
    [
      'a partial refund',
      [now(null), now(5_900)],
      [
        ['invoice', 11_800, null],
        ['credit_note', 5_900, 'N0'],
      ],
    ],
    [
      'two partial refunds',
      [now(null), now(5_900), now(11_800)],
      [
        ['invoice', 11_800, null],
        ['credit_note', 5_900, 'N0'],
        ['credit_note', 5_900, 'N0'],
      ],
    ],
    [
      'a credit after its last day, and its reversal',
      [now(null), { credited: 5_900, isAdvance: false, isLate: true }, now(null)],
      [
        ['invoice', 11_800, null],
        ['credit_note', 5_900, 'N0'],
        ['invoice', 5_900, null],
      ],
    ],
    [
      'the same credit requested twice',
      [now(null), now(5_900), now(5_900)],
      [
        ['invoice', 11_800, null],
        ['credit_note', 5_900, 'N0'],
      ],
    ],
    [
      'a refund that is reversed',
      [now(null), now(11_800), now(null), now(5_900)],
      [
        ['invoice', 11_800, null],
        ['credit_note', 11_800, 'N0'],
        ['invoice', 11_800, null],
        ['credit_note', 5_900, 'N2'],
      ],
    ],
    ['an advance', [early(null)], [['receipt_voucher', 11_800, null]]],
    [
      'an advance, then the end of the batch',
      [early(null), now(null)],
      [
        ['receipt_voucher', 11_800, null],
        ['invoice', 11_800, null],
      ],
    ],
    [
      'a refunded advance',
      [early(null), early(11_800), now(null)],
      [
        ['receipt_voucher', 11_800, null],
        ['refund_voucher', 11_800, 'N0'],
      ],
    ],
    [
      'a partially refunded advance',
      [early(null), early(5_900), now(null), now(11_800)],
      [
        ['receipt_voucher', 11_800, null],
        ['refund_voucher', 5_900, 'N0'],
        ['invoice', 5_900, null],
        ['credit_note', 5_900, 'N2'],
      ],
    ],
    ['nothing was invoiced', [now(5_900)], []],
  ])('%s', (_name, steps, expected) => {
    expect(kindsOf(issueAll(steps, 11_800))).toEqual(expected);
  });

  it('makes the documented total equal the total less the credits, to the paisa, in any number of steps', () => {
    const total = fc.integer({ min: 100, max: 1e10 });
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const place = fc.constantFrom('29', '27');
    fc.assert(
      fc.property(total, shares, place, fc.boolean(), (totalPaise, parts, where, advance) => {
        const credits = parts
          .map((share) => Math.max(1, Math.round(share * totalPaise)))
          .toSorted((a, b) => a - b);
        const issued = issueAll(
          [
            { credited: null, isAdvance: advance },
            ...credits.map((credited) => ({ credited, isAdvance: advance })),
            ...(advance ? [now(null)] : []),
          ],
          totalPaise,
          where,
        );
        const taxPlace = where === '29' ? 'own_state' : 'other_state';
        const last = credits.at(-1) ?? 0;
        const expected = differenceOf(amountsOf(totalPaise, taxPlace, 18), amountsOf(last, taxPlace, 18));
        if (!(advance && last === totalPaise)) expect(documented(issued)).toEqual(expected);
        for (const { amounts } of issued) {
          const { taxablePaise, cgstPaise, sgstPaise, igstPaise, roundOffPaise, totalPaise: sum } = amounts;
          expect(taxablePaise + cgstPaise + sgstPaise + igstPaise + roundOffPaise).toBe(sum);
          expect(cgstPaise).toBe(sgstPaise);
          expect(Math.abs(roundOffPaise)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
