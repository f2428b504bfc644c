import { expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

const shape = { columns: ['code', 'label', 'min seats'], needed: ['code'], maxLines: 100_000 } as const;
const read = (csv: string) => readCsv(csv, shape);

it.each([
  ['commas', 'code,label\nA,one\nB,two'],
  ['semicolons', 'code;label\nA;one\nB;two'],
  ['tabs', 'code\tlabel\nA\tone\nB\ttwo'],
  ['Windows line breaks and a byte order mark', '\uFEFFcode,label\r\nA,one\r\nB,two\r\n'],
  ['mixed line breaks', 'code,label\rA,one\r\nB,two\n'],
  ['titles in another order and case', ' LABEL , Code \none,A\ntwo,B'],
  ['quoted cells and spaces', '"code","label"\n"A", one \n"B","two"'],
])('reads %s', (_name, csv) => {
  expect(read(csv)).toEqual({
    columns: ['code', 'label'],
    lines: [
      { line: 2, cells: { code: 'A', label: 'one' } },
      { line: 3, cells: { code: 'B', label: 'two' } },
    ],
    faults: [],
  });
});

it('reports the line number in the file, counting empty lines and line breaks within cells', () => {
  const { lines } = read('code,label\n\nA,"one\ntwo ""three"""\n,,\nB,\n');
  expect(lines).toEqual([
    { line: 3, cells: { code: 'A', label: 'one\ntwo "three"' } },
    { line: 6, cells: { code: 'B', label: '' } },
  ]);
});

it('accepts `min_seats` for the column `min seats`', () => {
  expect(read('code,min_seats\nA,3').lines[0]?.cells).toEqual({ code: 'A', 'min seats': '3' });
});

it.each([
  ['', 1, 'code', 'This column is missing.'],
  ['label\nA', 1, 'code', 'This column is missing.'],
  ['\ncode,cost\nA,1', 2, 'cost', 'This column is unknown. Use: code, label, min seats.'],
  ['code,Code\nA,B', 1, 'code', 'This column appears twice.'],
  ['code\n', 1, '', 'The file has no lines below the line with the column names.'],
  ['code\nA\nB,x', 3, '', 'This line has more cells than the file has columns.'],
  ['code,label\nA,"one\nB,two', 2, '', expect.stringContaining('A quotation mark is not closed')],
])('refuses %j at its line and column', (csv, line, column, message) => {
  expect(read(csv).faults).toContainEqual({ line, column, message });
});

it('reads 100,000 lines and rejects a longer file with its number of lines', () => {
  const many = `code\n${'A1\n'.repeat(100_000)}`;
  expect(read(many)).toMatchObject({ faults: [], lines: { length: 100_000 } });
  expect(read(`${many}B`).faults).toEqual([
    { line: 1, column: '', message: 'A file can have at most 1,00,000 lines. This file has 1,00,001.' },
  ]);
});

it('reads a cell of a million characters without delay', () => {
  const { lines } = read(`code,label\nA,"${'x,\n'.repeat(333_333)}"\nB,`);
  expect(lines.map(({ line }) => line)).toEqual([2, 333_336]);
});
