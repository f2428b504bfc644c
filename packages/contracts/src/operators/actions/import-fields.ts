/** Fields of imports. */
import { z } from 'zod';
import { confirm } from './action.ts';

/** An error in an imported file. */
const csvFault = z.object({
  /** Line of the file; the first line is 1. */
  line: z.int(),
  /** Title of the column; empty if the error concerns the whole line. */
  column: z.string(),
  message: z.string(),
});

/** Content of a CSV file; the command takes its path. */
export const csvText = (maxCharacters: number) =>
  z
    .string({ error: 'Choose a file' })
    .max(maxCharacters, {
      error: `The file is too large: at most ${maxCharacters.toLocaleString('en-IN')} characters. Split it`,
    })
    .meta({ title: 'PATH', 'x-option': 'file' });

/** Fields of the preview of an import, besides its numbers. A file with errors is not imported. */
export const importPreview = {
  done: z.string(),
  confirm,
  /** The first errors of the file. */
  faults: z.array(csvFault),
};
