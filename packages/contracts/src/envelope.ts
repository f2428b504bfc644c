import { z } from 'zod';
import { readNumber } from './lenient.ts';

/** Every answer of the upstream and of the API: `status` 1 means success (specification, section 7). */
export const envelope = z.object({
  status: z.preprocess((value) => readNumber(value) ?? value, z.number()),
  message: z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string()),
  data: z.unknown().optional(),
});

export type Envelope<Data = unknown> = { status: number; message: string; data?: Data };

/** The status of an envelope that means success. */
export const success = 1;

/** The answer to a bad request: HTTP 400 with the messages of each field. */
export type FieldErrors = Record<string, string[]>;
