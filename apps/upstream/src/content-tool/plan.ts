/** Plan of an import: the files to write, computed from the rows of a sheet and the files of the folder. */
import type { Finding } from '../content/content-error.ts';
import type { Files } from './overlay.ts';

export interface Plan {
  files: Files;
  /** One line per row, for example `new       courses/sourdough-bread.yaml`. */
  changes: string[];
  findings: Finding[];
  /**
   * Returns the line of the sheet and the field that caused a mistake in a file; undefined if no row caused
   * it.
   */
  placeOf: (finding: Finding) => { line: number; field: string } | undefined;
}
