/**
 * Parses CSV as spreadsheets export it (RFC 4180). Accepts a byte order mark, semicolons instead of commas,
 * and line feeds without carriage returns.
 */
import { ContentError } from '../content/content-error.ts';

export interface CsvRow {
  /** Line of the row's first cell, from 1. */
  line: number;
  cells: string[];
}

/** @throws ContentError for a quote that is not closed, in the middle of a cell, or followed by text */
function splitCells(text: string, separator: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let at = 0;
  const fail = (message: string): never => {
    throw new ContentError([{ file, line: row.line, field: '', message }]);
  };
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (text[end + 1] === '"' && end !== -1) end = text.indexOf('"', end + 2);
      if (end === -1) fail('has a quote that is not closed');
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      if (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? ''))
        fail('has text after a closing quote: write a quote in a cell twice');
    } else {
      const start = at;
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
      cell = text.slice(start, at);
      if (cell.includes('"'))
        fail('has a quote in the middle of a cell: put the cell in quotes, and write it twice');
    }
    row.cells.push(cell);
    line += cell.split(/\r\n|\r|\n/).length - 1;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.cells.push('');
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (at < text.length) at += 1;
    line += 1;
    rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

/**
 * @param file name of the file, for messages
 * @returns rows with at least one cell that is not empty
 * @throws ContentError for text that is not CSV
 */
export function parseCsv(text: string, file: string): CsvRow[] {
  const body = text.replace(/^\uFEFF/, '');
  const head = body.split(/[\r\n]/, 1)[0] ?? '';
  const separator = head.includes(';') && !head.includes(',') ? ';' : ',';
  return splitCells(body, separator, file).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}
