/** Common parts of list filters. */
import { z } from 'zod';
import { minSearchLength } from '../../../platform/search/search-text.ts';

const day = z.iso.date();
const dayMs = 24 * 60 * 60_000;

export const listFilter = {
  state: z.string().max(60).optional(),
  search: z
    .string()
    .trim()
    .min(minSearchLength, { error: `Enter at least ${minSearchLength} characters` })
    .max(200)
    .optional(),
  /** First and last day, in India. */
  from: day.optional(),
  to: day.optional(),
};

/** @returns the start of the first day (inclusive) and the end of the last day (exclusive) */
export function timestampsOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const midnight = (date: string) => new Date(`${date}T00:00:00+05:30`);
  return {
    start: from === undefined ? undefined : midnight(from),
    end: to === undefined ? undefined : new Date(midnight(to).getTime() + dayMs),
  };
}
