/** Upstream call that lists mistakes in content files, not in the table of calls: not every upstream supports it. */
import { z } from 'zod';

export const contentFaultsCall = 'content_faults';
export const contentFaultsPath = `/${contentFaultsCall}` as const;

export const contentFault = z.object({
  /** Path below the content folder. */
  file: z.string(),
  /** Counted from 1; null for a file or folder that is missing. */
  line: z.int().positive().nullable(),
  /** Path of the field, such as `batches.0.fee`; empty for the whole file. */
  field: z.string(),
  /** A sentence for the person who edits the file, without its subject: the field, or the file. */
  message: z.string(),
  /**
   * `warning`: the file is in service. `former_version`: its last valid version is. `left_out`: it has none, and is
   * absent from the site.
   */
  effect: z.enum(['warning', 'former_version', 'left_out']),
  /** When the upstream's process first saw it, ISO 8601. */
  since: z.iso.datetime(),
});
export type ContentFault = z.output<typeof contentFault>;

/** Files that are not in service as they are come first, then by file and line. */
export const contentFaultsData = z.object({ faults: z.array(contentFault) });

/** @returns file, line and field, such as `courses/csm.yaml:12, fee` */
export function placeOfFault({ file, line, field }: Pick<ContentFault, 'file' | 'line' | 'field'>): string {
  return `${file}${line === null ? '' : `:${line}`}${field === '' ? '' : `, ${field}`}`;
}
