import { z } from 'zod';
import { readNumber } from './lenient.ts';

/**
 * Envelope of every response of the upstream and of the API; `status` 1 is success (specification, section
 * 7).
 */
export const envelope = z.object({
  status: z.preprocess((value) => readNumber(value) ?? value, z.number()),
  message: z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string()),
  data: z.unknown().optional(),
});

export type Envelope<Data = unknown> = { status: number; message: string; data?: Data };

/** Value of `status` for a success. */
export const success = 1;

/** Error messages by field name. */
export type FieldErrors = Record<string, string[]>;
