/** CSV for spreadsheets. */

/** Text that a spreadsheet would run as a formula. Numbers are exempt: they may be below 0. */
const formula = /^[=+\-@\t\r]/;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value.trimStart()) ? `'${value}` : value;
  return /["\n\r,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns one line of the file, without the line break */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map(cellOf).join(',');
}
