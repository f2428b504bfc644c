/** Parses CSV files that people write, and reports each error with its line and column. */
import Papa from 'papaparse';

export interface CsvFault {
  /** Line of the file; the first line is 1. */
  line: number;
  /** Title of the column; empty if the error concerns the whole line. */
  column: string;
  message: string;
}

export interface CsvLine<Column extends string> {
  line: number;
  /** Trimmed cells. Columns that are not in the file are absent. */
  cells: Partial<Record<Column, string>>;
}

export interface CsvFile<Column extends string> {
  lines: CsvLine<Column>[];
  /** Columns of the file. */
  columns: Column[];
  faults: CsvFault[];
}

interface CsvShape<Column extends string> {
  columns: readonly Column[];
  needed: readonly Column[];
  maxLines: number;
}

interface Parsed {
  rows: { line: number; cells: string[] }[];
  faults: CsvFault[];
}

const quoteFault = 'A quotation mark is not closed, or is within a cell. Within a cell, write it twice: "".';

/** @returns the rows that are not empty */
function parse(csv: string): Parsed {
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parsed: Parsed = { rows: [], faults: [] };
  let line = 1;
  let end = 0;
  Papa.parse<string[]>(text, {
    newline: '\n',
    step({ data, errors, meta }) {
      if (errors.some(({ type }) => type === 'Quotes'))
        parsed.faults.push({ line, column: '', message: quoteFault });
      const cells = data.map((cell) => cell.trim());
      if (cells.some(Boolean)) parsed.rows.push({ line, cells });
      line += text.slice(end, meta.cursor).split('\n').length - 1;
      end = meta.cursor;
    },
  });
  return parsed;
}

function faultsOfTitles<Column extends string>(
  titles: readonly string[],
  line: number,
  { columns, needed }: CsvShape<Column>,
): CsvFault[] {
  const use = `Use: ${columns.join(', ')}.`;
  return [
    ...needed
      .filter((column) => !titles.includes(column))
      .map((column) => ({ line, column, message: 'This column is missing.' })),
    ...titles
      .filter((title) => title !== '' && !columns.some((column) => column === title))
      .map((title) => ({ line, column: title.slice(0, 60), message: `This column is unknown. ${use}` })),
    ...columns
      .filter((column) => titles.indexOf(column) !== titles.lastIndexOf(column))
      .map((column) => ({ line, column, message: 'This column appears twice.' })),
  ];
}

/**
 * @param csv separated by commas, semicolons or tabs, with any line breaks. The first line that is not empty
 * has the titles, in any order and case
 * @returns no lines if titles or quotation marks are wrong, or the file has no lines or too many
 */
export function readCsv<Column extends string>(csv: string, shape: CsvShape<Column>): CsvFile<Column> {
  const { rows, faults: quoteFaults } = parse(csv);
  const [head, ...body] = rows;
  const titles = (head?.cells ?? []).map((title) => title.toLowerCase().replaceAll('_', ' '));
  const columns = shape.columns.filter((column) => titles.includes(column));
  const refused = (...faults: CsvFault[]) => ({ lines: [], columns, faults });
  if (quoteFaults.length > 0) return refused(...quoteFaults);
  const titleFaults = faultsOfTitles(titles, head?.line ?? 1, shape);
  if (titleFaults.length > 0) return refused(...titleFaults);
  const atStart = (message: string) => refused({ line: 1, column: '', message });
  if (body.length === 0) return atStart('The file has no lines below the line with the column names.');
  if (body.length > shape.maxLines)
    return atStart(
      `A file can have at most ${shape.maxLines.toLocaleString('en-IN')} lines. This file has ${body.length.toLocaleString('en-IN')}.`,
    );
  const at = columns.map((column) => [column, titles.indexOf(column)] as const);
  const lines = body.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      at.map(([column, index]) => [column, cells[index] ?? '']),
    ) as CsvLine<Column>['cells'],
  }));
  const faults = body
    .filter(({ cells }) => cells.slice(titles.length).some(Boolean))
    .map(({ line }) => ({
      line,
      column: '',
      message: 'This line has more cells than the file has columns.',
    }));
  return { lines, columns, faults };
}
