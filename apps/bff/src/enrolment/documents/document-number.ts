/** Numbers of tax documents: at most 16 characters, consecutive within a series and a financial year. */
import { type DocumentKind, documentKinds } from './supply.ts';

/** Each kind of document has its own series. */
const letters: Record<DocumentKind, string> = {
  invoice: '',
  credit_note: 'C',
  receipt_voucher: 'R',
  refund_voucher: 'F',
};

/**
 * @returns the prefix of the numbers of a kind; credit notes without tax have a separate series, because they
 * are not part of a return and would leave gaps in the numbers of the return
 */
export function seriesOf(prefix: string, kind: DocumentKind, withoutTax: boolean): string {
  return prefix + (withoutTax ? 'N' : letters[kind]);
}

export const allSeries = (prefix: string): string[] => [
  ...documentKinds.map((kind) => seriesOf(prefix, kind, false)),
  seriesOf(prefix, 'credit_note', true),
];

/**
 * The financial year runs from April to March.
 *
 * @param day `YYYY-MM-DD` in India
 * @returns the last two digits of both years, for example `2627`
 */
export function financialYearOf(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0);
  const lastTwo = (number: number) => String(number % 100).padStart(2, '0');
  return lastTwo(year) + lastTwo(year + 1);
}

/** @returns the number, for example `MA/2627/000123` */
export function documentNumber(series: string, financialYear: string, serial: number): string {
  return `${series}/${financialYear}/${String(serial).padStart(6, '0')}`;
}

/**
 * @returns the number as used in URLs and file names. No number contains a hyphen, so the conversion is
 * reversible.
 */
export function pathOfNumber(number: string): string {
  return number.replaceAll('/', '-');
}

export function numberOfPath(path: string): string {
  return path.replaceAll('-', '/');
}
