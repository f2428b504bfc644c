import { describe, expect, it } from 'vitest';
import { documentNumber, financialYearOf, numberOfPath, pathOfNumber, seriesOf } from './document-number.ts';
import { documentKinds } from './supply.ts';

describe('numbers of documents', () => {
  it.each([
    ['2026-03-31', '2526'],
    ['2026-04-01', '2627'],
    ['2026-12-31', '2627'],
    ['2027-01-01', '2627'],
    ['2099-04-01', '9900'],
  ])('belong to the financial year in India: %s', (day, year) => {
    expect(financialYearOf(day)).toBe(year);
  });

  it('have a series for each kind, and at most 16 characters', () => {
    const series = documentKinds.map((kind) => seriesOf('MAX', kind, false));
    series.push(seriesOf('MAX', 'credit_note', true));
    expect(new Set(series).size).toBe(documentKinds.length + 1);
    for (const one of series) expect(documentNumber(one, '2627', 999_999).length).toBeLessThanOrEqual(16);
    expect(documentNumber('MA', '2627', 123)).toBe('MA/2627/000123');
  });

  it('convert to URL paths and back', () => {
    expect(pathOfNumber('MA/2627/000123')).toBe('MA-2627-000123');
    expect(numberOfPath('MA-2627-000123')).toBe('MA/2627/000123');
  });
});
