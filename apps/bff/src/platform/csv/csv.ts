/** CSV for spreadsheets. */

/** Text that a spreadsheet would run as a formula. Numbers are exempt: they may be below 0. */
const formula = /^[=+\-@\t\r]/;

/** @returns whether a spreadsheet would run the text */
export const isFormula = (text: string): boolean => formula.test(text.trimStart());

/** @returns the text, with an apostrophe before a formula */
export const withoutFormula = (text: string): string => (isFormula(text) ? `'${text}` : text);

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = withoutFormula(value);
  return /["\n\r,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns one line of the file, without the line break */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map(cellOf).join(',');
}
