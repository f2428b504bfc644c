import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUntrue, readRows, testTitles } from './coverage-table.mjs';

const root = resolve(import.meta.dirname, '../..');
const readSource = (path) => readFileSync(path, 'utf8');

describe('the coverage of the specification', () => {
  const rows = readRows(readSource(join(root, 'docs/specification-coverage.md')));

  it('is a table of many rows', () => {
    expect(rows.length).toBeGreaterThan(150);
  });

  it('names places and tests that are there', () => {
    expect(findUntrue(rows, root, readSource)).toEqual([]);
  });
});

describe('the check of the table', () => {
  const table = [
    '| what | where | test |',
    '|---|---|---|',
    '| a \\| b | `app/app.tsx` | `e2e/smoke.spec.ts` › every part of the stack is up |',
    '| c | `app/gone.tsx` | `e2e/smoke.spec.ts` › no such test<br>`app/app.tsx` › x |',
    '| d | | |',
  ].join('\n');

  it('finds what is not true', () => {
    expect(findUntrue(readRows(table), root, readSource)).toEqual([
      'line 4 (c): app/gone.tsx is not there',
      'line 4 (c): e2e/smoke.spec.ts has no test "no such test"',
      'line 4 (c): app/app.tsx is no test file',
      'line 5 (d): names no place in the code',
      'line 5 (d): names no test',
    ]);
  });

  it('reads titles in every kind of quotes, also after a table of cases', () => {
    const source =
      "describe('x', f); get('y'); it('it\\'s a', f); it.each([1])(\n  \"b's %s\", f); test(`c %i`, f)";
    expect([...testTitles(source)]).toEqual(["it's a", "b's %s", 'c %i']);
  });
});
