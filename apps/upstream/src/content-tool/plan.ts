/** What an import writes, made of the rows of a sheet and the files of the folder. */
import type { Finding } from '../content/content-error.ts';
import type { Files } from './overlay.ts';

export interface Plan {
  files: Files;
  /** One for each row, such as `new       courses/sourdough-bread.yaml`. */
  changes: string[];
  findings: Finding[];
  /** Line of the sheet, and field of its row, from a mistake in one of the files; undefined for one of no row. */
  placeOf: (finding: Finding) => { line: number; field: string } | undefined;
}
