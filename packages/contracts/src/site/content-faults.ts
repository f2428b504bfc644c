/**
 * Upstream call that lists errors in content files. It is not in the table of calls, because not every
 * upstream supports it.
 */
import { z } from 'zod';

export const contentFaultsCall = 'content_faults';
export const contentFaultsPath = `/${contentFaultsCall}` as const;

export const contentFault = z.object({
  /** Path of the file below the content folder. */
  file: z.string(),
  /** Line number from 1; null if the file or folder is missing. */
  line: z.int().positive().nullable(),
  /** Path of the field, for example `batches.0.fee`; empty if the error concerns the whole file. */
  field: z.string(),
  /**
   * Message for the person who edits the file. It is the predicate of a sentence whose subject is the field
   * or the file, for example `is required`.
   */
  message: z.string(),
  /**
   * `warning`: the file is in use. `former_version`: its last valid version is in use. `left_out`: it has no
   * valid version, so it is not on the site.
   */
  effect: z.enum(['warning', 'former_version', 'left_out']),
  /** Time at which the upstream first found it, ISO 8601. */
  since: z.iso.datetime(),
});
export type ContentFault = z.output<typeof contentFault>;

/** Sorted: files that are not in use first, then by file and line. */
export const contentFaultsData = z.object({ faults: z.array(contentFault) });

/** @returns file, line and field, for example `courses/csm.yaml:12, fee` */
export function placeOfFault({ file, line, field }: Pick<ContentFault, 'file' | 'line' | 'field'>): string {
  return `${file}${line === null ? '' : `:${line}`}${field === '' ? '' : `, ${field}`}`;
}
