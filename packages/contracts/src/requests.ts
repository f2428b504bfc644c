/** Parts of the reads' request schemas. They take JSON bodies and query strings alike. */
import { z } from 'zod';

const digits = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;

/** How many items to skip; missing or empty is 0. */
export const offset = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? 0 : digits(value)),
  z.int().min(0).max(1_000_000),
);

/** The identifier of a course, a batch or a category. */
export const requestId = z.preprocess(digits, z.int().positive());

/** A category filter, where 0, missing or empty means all. */
export const optionalId = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? 0 : digits(value)),
  z.int().min(0),
);

/** A search text. 0, "0", missing and empty mean "not searching" and become the empty string. */
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

/** The last part of an address, such as `safe-agilist-certification`. */
export const slug = z
  .string()
  .max(160)
  .regex(/^[a-zA-Z0-9]+(?:[-_.][a-zA-Z0-9]+)*$/, 'Not a valid address');

/** The body of a call that takes nothing; whatever is sent is ignored. */
export const nothing = z.preprocess(() => ({}), z.object({}));
