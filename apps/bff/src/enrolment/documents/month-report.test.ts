import { describe, expect, it } from 'vitest';
import { company, someDocument, someSupply } from '../../../testing/invoices/documents.ts';
import { csvLine } from '../../platform/csv/csv.ts';
import { amountsOf } from './amounts.ts';
import { monthCsv, monthSections } from './month-report.ts';

const forCompany = someSupply({ placeOfSupply: '27', buyer: { name: 'Asha', state: '27', company } });
const documents = [
  someDocument({ number: 'MA/2627/000001' }),
  someDocument({ number: 'MA/2627/000002', placeOfSupply: '27' }, forCompany),
  someDocument({ number: 'MA/2627/000003', placeAssumed: true }),
  {
    ...someDocument({
      kind: 'credit_note',
      number: 'MAC/2627/000001',
      reference: 'MA/2627/000001',
      amounts: amountsOf(22_418_82, 'own_state', 18),
    }),
    series: 'MAC',
  },
];
const section = (title: string) => monthSections(documents).find((one) => one.title.startsWith(title));

describe('the documents of a month', () => {
  it('lists companies and persons separately, and names the invoice of each credit note', () => {
    expect(section('B2B invoices')?.rows).toEqual([
      [
        '2026-11-22',
        'MA/2627/000002',
        'invoice',
        '27AAPFU0939F1ZV',
        company.legal_name,
        '27',
        '',
        '999293',
        37_998,
        18,
        0,
        0,
        6_839.64,
        0,
        44_837.64,
        '',
        '',
        'pay_PxYwZ0aBcDeF12',
        '',
        '',
      ],
    ]);
    expect(section('B2C invoices')?.rows.map(([, number, , gstin]) => [number, gstin])).toEqual([
      ['MA/2627/000001', ''],
      ['MA/2627/000003', ''],
    ]);
    expect(section('B2C credit notes')?.rows[0]).toEqual(
      expect.arrayContaining(['MAC/2627/000001', 'MA/2627/000001', '2026-11-22', 18_999, 22_418.82]),
    );
  });

  it('sums persons by state and rate, and all supplies by HSN code, and counts documents by series', () => {
    expect(section('B2C by state')?.rows).toEqual([['29', 56_997, 18, 5_129.73, 5_129.73, 0, 0, 67_256.46]]);
    expect(section('HSN')?.rows[0]?.slice(0, 5)).toEqual(['999293', expect.any(String), 4, 94_995, 18]);
    expect(section('Documents issued')?.rows).toEqual([
      ['invoice', 'MA/2627/000001', 'MA/2627/000003', 3, 0],
      ['credit_note', 'MAC/2627/000001', 'MAC/2627/000001', 1, 0],
    ]);
  });

  it('lists commercial credit notes separately, because they are not part of a return', () => {
    const kind = 'credit_note';
    const total = 11_800_00;
    const amounts = { ...amountsOf(total, 'own_state', 0), taxablePaise: total };
    const note = someDocument({
      kind,
      number: 'MAN/2627/000001',
      reference: 'MA/2425/1',
      amounts,
      withoutTax: true,
    });
    const sections = monthSections([...documents, { ...note, series: 'MAN' }]);
    const rowsOf = (title: string) => sections.find((one) => one.title.startsWith(title))?.rows;
    expect(rowsOf('Commercial credit notes')?.map(([, number]) => number)).toEqual(['MAN/2627/000001']);
    for (const title of ['B2C credit notes', 'B2C by state', 'HSN'])
      expect(rowsOf(title)).toEqual(section(title)?.rows);
  });

  it('marks an assumed place of supply', () => {
    expect(section('B2C invoices')?.rows.map((row) => row[6])).toEqual(['', 'assumed']);
  });

  it('names the settlement of the payment if it is known', () => {
    const settled = monthSections(documents, new Map([['pay_PxYwZ0aBcDeF12', 'setl_1 utr7']]));
    expect(settled[0]?.rows[0]?.at(-2)).toBe('setl_1 utr7');
  });

  it('is a CSV file with all tables', () => {
    const lines = monthCsv(documents);
    expect(lines[0]).toMatch(/^Not in the form of GSTR-1/);
    expect(lines[2]).toBe('B2B invoices');
    expect(lines[3]).toMatch(/^date,number,kind,gstin,name,place_of_supply,.*,payment_id,settlement_id,irn$/);
    expect(lines.filter((line) => line === '')).toHaveLength(monthSections(documents).length + 1);
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+91', "'+91"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['a, b', '"a, b"'],
    ['two\nlines', '"two\nlines"'],
    [-0.01, '-0.01'],
  ])('escapes formulas and separators in cells: %j', (value, cell) => {
    expect(csvLine([value])).toBe(cell);
  });
});
