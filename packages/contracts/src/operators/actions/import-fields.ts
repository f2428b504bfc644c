/** Fields of imports. */
import { z } from 'zod';
import { confirm } from './action.ts';

/** What is wrong in an imported file. */
const csvFault = z.object({
  /** Of the file; the first line is 1. */
  line: z.int(),
  /** Title; empty if the fault is about the whole line. */
  column: z.string(),
  message: z.string(),
});

/** The content of a CSV file; the command takes its path. */
export const csvText = (maxCharacters: number) =>
  z
    .string({ error: 'Choose a file' })
    .max(maxCharacters, {
      error: `The file is too large: at most ${maxCharacters.toLocaleString('en-IN')} characters. Split it`,
    })
    .meta({ title: 'PATH', 'x-option': 'file' });

/** What the preview of an import answers besides its numbers. Nothing is imported while there is a fault. */
export const importPreview = {
  done: z.string(),
  confirm,
  /** The first ones. */
  faults: z.array(csvFault),
};
