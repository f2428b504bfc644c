/** Writes CSV for spreadsheets. */

/**
 * Matches text that a spreadsheet would run as a formula. Values of type number are not checked, because
 * negative numbers would match.
 */
const formula = /^[=+\-@\t\r]/;

export const isFormula = (text: string): boolean => formula.test(text.trimStart());

/** @returns the text; a formula gets an apostrophe in front, so that it is not run */
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
