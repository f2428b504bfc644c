/** The command `content`: checks a content folder, and imports courses and trainers from a spreadsheet. */
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readContentDir } from '../env.ts';
import { checkContent } from './check.ts';
import { templateOf } from './columns.ts';
import { importSheet, type SheetKind, sheetKinds } from './import-sheet.ts';

const usage = `content check [DIR]                                      reports mistakes with file, line and field
content import courses|trainers FILE.csv --to DIR        writes all rows of a spreadsheet, or none
    --preview                                            only checks
    --replace                                            updates existing ones with the filled cells
content template courses|trainers                        prints a spreadsheet with all columns and an example`;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

function readKind(kind: string | undefined): SheetKind {
  if (kind === 'courses' || kind === 'trainers') return kind;
  throw new UsageError('Enter courses or trainers.');
}

function checkFolder(dir: string): string {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw new UsageError(`${dir} is not a folder.`);
}

async function run(args: string[]): Promise<{ lines: string[]; hasErrors: boolean }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      preview: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  });
  const [verb, first, file, ...rest] = positionals;
  const { to, preview, replace } = values;
  if (verb === 'check' && file === undefined)
    return checkContent(checkFolder(readContentDir({ CONTENT_DIR: first ?? process.env.CONTENT_DIR })));
  if (verb === 'template' && file === undefined)
    return { lines: [templateOf(sheetKinds[readKind(first)].columns).trimEnd()], hasErrors: false };
  if (verb === 'import' && rest.length === 0) {
    const kind = readKind(first);
    if (file === undefined || to === undefined)
      throw new UsageError('Name the CSV file, and the folder with --to.');
    return importSheet(kind, file, { dir: checkFolder(to), preview, replace });
  }
  throw new UsageError('Unknown command.');
}

const isUsageError = (error: unknown) =>
  error instanceof UsageError || (error instanceof TypeError && 'code' in error);

try {
  const { lines, hasErrors } = await run(process.argv.slice(2));
  process.stdout.write(`${lines.join('\n')}\n`);
  if (hasErrors) process.exitCode = 1;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isUsageError(error) ? `${message}\n\n${usage}\n` : `${message}\n`);
  process.exitCode = isUsageError(error) ? 2 : 1;
}
