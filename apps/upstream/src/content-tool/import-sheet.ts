import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ContentError, describeFinding, type Finding } from '../content/content-error.ts';
import { type Column, courseColumns, readSheet, trainerColumns } from './columns.ts';
import { parseCsv } from './csv.ts';
import { checkFiles, replaceFiles } from './overlay.ts';
import { planCourses } from './plan-courses.ts';
import { planTrainers } from './plan-trainers.ts';

const maxBytes = 5 * 1024 * 1024;

/** Kinds of sheets that can be imported. */
export const sheetKinds = {
  courses: { columns: courseColumns, plan: planCourses },
  trainers: { columns: trainerColumns, plan: planTrainers },
} as const;
export type SheetKind = keyof typeof sheetKinds;

export interface ImportOptions {
  /** The content folder. */
  dir: string;
  /** Updates existing courses or trainers. */
  replace: boolean;
  /** Checks the sheet without writing. */
  preview: boolean;
}

/** @throws ContentError for a file that is missing, too large or not text */
async function readCsv(path: string): Promise<string> {
  const file = basename(path);
  const fail = (line: number | null, message: string) =>
    new ContentError([{ file, line, field: '', message }]);
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) throw fail(null, 'is not a readable file');
  if (info.size > maxBytes) throw fail(null, 'is larger than 5 MB: split it');
  const bytes = await readFile(path);
  const text = bytes.toString('utf8');
  const broken = text.search(/[\uFFFD\0]/);
  if (broken === -1) return text;
  const line = text.slice(0, broken).split('\n').length;
  throw fail(line, 'has bytes that are not text: save the sheet as "CSV UTF-8"');
}

async function planImport(kind: SheetKind, path: string, { dir, replace }: ImportOptions) {
  const { columns, plan } = sheetKinds[kind];
  const sheet = basename(path);
  const rows = readSheet(parseCsv(await readCsv(path), sheet), columns, sheet);
  const { files, changes, findings, placeOf } = await plan(rows, { dir, sheet, replace });
  const inSheet = (finding: Finding): Finding => {
    const place = placeOf(finding);
    const column = columns.find(({ field }: Column) => field === place?.field);
    if (place && column) return { ...finding, file: sheet, line: place.line, field: column.name };
    if (!place) return finding;
    // The sheet has no column for the field, so the mistake was in the file before the import.
    return { file: sheet, line: place.line, field: '', message: describeFinding(finding) };
  };
  const checked = await checkFiles(dir, files);
  /**
   * Cells with a mistake. Only the first mistake of a cell is reported, because the others are consequences.
   */
  const seen = new Set<string>();
  const isFirst = ({ line, field }: Finding) => {
    const cell = `${line} ${field}`;
    return field === '' || (!seen.has(cell) && seen.add(cell));
  };
  const byLine = (a: Finding, b: Finding) => (a.line ?? 0) - (b.line ?? 0);
  return {
    files,
    changes,
    errors: [...findings, ...checked.errors.map(inSheet)].filter(isFirst).sort(byLine),
    warnings: checked.warnings.map(inSheet).sort(byLine),
  };
}

/**
 * Imports all rows of a CSV file into a content folder, or none if there is a mistake.
 * @returns lines to print
 * @throws the system's error for a file that cannot be read or written
 */
export async function importSheet(
  kind: SheetKind,
  path: string,
  options: ImportOptions,
): Promise<{ lines: string[]; hasErrors: boolean }> {
  try {
    const { files, changes, errors, warnings } = await planImport(kind, path, options);
    if (errors.length > 0) throw new ContentError(errors);
    if (!options.preview) await replaceFiles(options.dir, files);
    const end = options.preview ? 'Nothing is written: this is a preview.' : `Written to ${options.dir}.`;
    return {
      lines: [...warnings.map((finding) => `warning ${describeFinding(finding)}`), ...changes, end],
      hasErrors: false,
    };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const lines = error.findings.map((finding) => `error   ${describeFinding(finding)}`);
    return { lines: [...lines, 'Nothing is written.'], hasErrors: true };
  }
}
