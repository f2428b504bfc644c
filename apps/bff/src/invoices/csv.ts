/** Cells for spreadsheets. */

/** What a spreadsheet would take for a formula. A number may be below 0. */
const formula = /^[=+\-@\t\r]/;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value.trimStart()) ? `'${value}` : value;
  return /["\n\r,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns a line of the file, without its end */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map(cellOf).join(',');
}
