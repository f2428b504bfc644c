/** Parts of request schemas of reads, for JSON bodies and query strings. */
import { z } from 'zod';
import { upstreamId } from './ids.ts';

const digits = (value: unknown) =>
  typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;

/** Number of items to skip; missing or empty is 0. */
export const offset = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? 0 : digits(value)),
  z.int().min(0).max(1_000_000),
);

/** Id of a course, batch or category. */
export const requestId = z.preprocess(digits, upstreamId);

/** Filter by category; 0, missing or empty means all. */
export const optionalId = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? 0 : digits(value)),
  z.int().min(0),
);

/** Search text. 0, "0" and a missing value become '', which means no search. */
export const search = z.preprocess(
  (value) => {
    if (value === undefined || value === null || value === 0 || value === '0') return '';
    return typeof value === 'number' ? String(value) : value;
  },
  z
    .string()
    .overwrite((value) => value.toWellFormed().replaceAll('\u0000', '').trim().replace(/\s+/g, ' '))
    .max(100),
);

/** URL slug, for example `safe-agilist-certification`. */
export const slug = z
  .string()
  .max(160)
  .regex(/^[a-zA-Z0-9]+(?:[-_.][a-zA-Z0-9]+)*$/, 'Not a valid address');

/** Request without parameters; sent values are ignored. */
export const nothing = z.preprocess(() => ({}), z.object({}));
