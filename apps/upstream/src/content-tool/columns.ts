/** Columns of the spreadsheets that can be imported. */
import { ContentError, type Finding } from '../content/content-error.ts';
import type { CsvRow } from './csv.ts';

export interface Column {
  name: string;
  /** Field of the content file. */
  field: string;
  isMandatory?: true;
  /** Parses a cell that is not empty. Returns an invalid cell unchanged, so that the schema refuses it. */
  read?: (cell: string) => unknown;
  /** Example cell in the template. */
  example: string;
}

export interface SheetRow {
  line: number;
  /** Cells that are not empty, by field. */
  values: Map<string, unknown>;
}

const amount = /^(?:₹|rs\.?|inr)?\s*(\d{1,3}(?:,\d{2,3})*|\d+)(\.\d+)?$/i;

/** Parses numbers as spreadsheets show them: `12,000`, `₹ 12,000.00`. */
function readAmount(cell: string): unknown {
  const [, whole, fraction = ''] = amount.exec(cell) ?? [];
  return whole === undefined ? cell : Number(whole.replaceAll(',', '') + fraction);
}

function readLines(cell: string): string[] {
  return cell.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

const readLevel = (cell: string) => cell.charAt(0).toUpperCase() + cell.slice(1).toLowerCase();

/** The slug becomes the name of the file. */
export const slugField = 'slug';

export const courseColumns: readonly Column[] = [
  { name: 'name', field: 'name', isMandatory: true, example: 'Sourdough Bread at Home' },
  { name: 'slug', field: slugField, isMandatory: true, example: 'sourdough-bread' },
  { name: 'category', field: 'category', isMandatory: true, example: 'baking' },
  { name: 'level', field: 'level', isMandatory: true, read: readLevel, example: 'Beginner' },
  {
    name: 'description',
    field: 'description',
    isMandatory: true,
    example: 'Keep a starter alive, shape a loaf and bake it.',
  },
  { name: 'days', field: 'training_days', isMandatory: true, read: readAmount, example: '2' },
  { name: 'fee', field: 'fee', isMandatory: true, read: readAmount, example: '6500' },
  { name: 'picture', field: 'image', isMandatory: true, example: 'courses/sourdough-bread.jpg' },
  { name: 'discount_fee', field: 'discount_fee', read: readAmount, example: '' },
  { name: 'order', field: 'order', read: readAmount, example: '' },
  { name: 'hours', field: 'workload_hours', read: readAmount, example: '' },
  { name: 'rating', field: 'rating', read: readAmount, example: '' },
  { name: 'learners', field: 'learners_enrolled', read: readAmount, example: '' },
  { name: 'highlights', field: 'highlights', read: readLines, example: '' },
  { name: 'overview', field: 'overview', read: readLines, example: '' },
  { name: 'meta_description', field: 'meta_description', example: '' },
  { name: 'syllabus', field: 'syllabus_file', example: '' },
  { name: 'curriculum', field: 'curriculum_file', example: '' },
];

export const trainerColumns: readonly Column[] = [
  { name: 'name', field: 'name', isMandatory: true, example: 'Meera Iyengar' },
  { name: 'designation', field: 'designation', example: 'Baker and owner of a café' },
  { name: 'description', field: 'description', example: 'Bakes four hundred loaves a week.' },
  { name: 'picture', field: 'image', example: '' },
];

/**
 * Reads the rows of a sheet.
 * @param file name of the sheet, for messages
 * @throws ContentError for an empty sheet, a sheet without rows, mistakes of the first line (all of them), and
 * cells without a column
 */
export function readSheet(
  [head, ...rows]: readonly CsvRow[],
  columns: readonly Column[],
  file: string,
): SheetRow[] {
  if (!head) throw new ContentError([{ file, line: 1, field: '', message: 'is empty' }]);
  const names = head.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const findings: Finding[] = [];
  const report = (line: number, field: string, message: string) =>
    findings.push({ file, line, field, message });
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    if (!columns.some((column) => column.name === name))
      report(head.line, name, 'is not a known column: correct its name, or remove it');
    else if (names.indexOf(name) !== index) report(head.line, name, 'is a duplicate column');
  }
  for (const { name, isMandatory } of columns)
    if (isMandatory && !names.includes(name)) report(head.line, name, 'is missing: add the column');
  const read = rows.map(({ line, cells }) => {
    const values = new Map<string, unknown>();
    for (const [index, cell] of cells.entries()) {
      const text = cell.trim();
      const column = columns.find(({ name }) => name === names[index]);
      if (text === '') continue;
      if (column) values.set(column.field, column.read ? column.read(text) : text);
      else if (!names[index]) report(line, '', `has a cell without a column: ${text.slice(0, 40)}`);
    }
    return { line, values };
  });
  if (read.length === 0) report(head.line, '', 'has no rows below its first line');
  if (findings.length > 0) throw new ContentError(findings);
  return read;
}

function cellOf(text: string): string {
  return /["\n\r,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a sheet with the titles of all columns and one example row. */
export function templateOf(columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name).join(',');
  return `${names}\r\n${columns.map(({ example }) => cellOf(example)).join(',')}\r\n`;
}
