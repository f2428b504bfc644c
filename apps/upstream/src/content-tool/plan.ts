/** The files that an import writes, from the rows of a sheet and the files of the folder. */
import type { Finding } from '../content/content-error.ts';
import type { Files } from './overlay.ts';

export interface Plan {
  files: Files;
  /** One for each row, such as `new       courses/sourdough-bread.yaml`. */
  changes: string[];
  findings: Finding[];
  /** Finds the line and the column of the sheet for a mistake in one of the files; undefined if no row caused it. */
  placeOf: (finding: Finding) => { line: number; field: string } | undefined;
}
