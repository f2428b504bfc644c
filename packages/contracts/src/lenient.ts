/**
 * Lenient parsers, for upstreams that send numbers as strings, null for text, or no list. They normalise
 * answers before other code sees them.
 */
import { z } from 'zod';
import { upstreamId } from './ids.ts';

function toText(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value;
}

/**
 * Parses numbers, for example `4200`, `"4200"`, `"24,999.00"`, `"₹ 24,999"`, `"Rs. 24,999"`, `"20%"`.
 * @returns null if the value is unreadable
 */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const bare = value.replace(/^\s*(?:₹|rs\.?|inr)?\s*/i, '').replace(/[,\s%]/g, '');
  if (!/^-?\d+(?:\.\d+)?$/.test(bare)) return null;
  return Number(bare);
}

function readFlag(value: unknown): unknown {
  return value === true || value === 'true' || readNumber(value) === 1 ? 1 : 0;
}

function toList(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : value;
}

/** Text; null and missing values become ''. */
export const text = z.preprocess(toText, z.string());

/** HTML text. The BFF sanitises the fields listed in `read-rules.ts`. */
export const html = z.preprocess(toText, z.string());

/** Integer from 0; unreadable values become 0. */
export const count = z.preprocess(
  (value) => Math.max(0, Math.trunc(readNumber(value) ?? 0)),
  z.number().int().min(0),
);

/** Number, for example a rating; unreadable values become null. */
export const measure = z.preprocess(readNumber, z.number().nullable());

/** Number above 0, for example credits; other values become null. */
export const positive = z.preprocess((value) => {
  const number = readNumber(value);
  return number !== null && number > 0 ? number : null;
}, z.number().positive().nullable());

/** Rupees; unreadable or negative values become null, which pages can handle. */
export const rupees = z.preprocess((value) => {
  const number = readNumber(value);
  return number !== null && number >= 0 ? number : null;
}, z.number().nonnegative().nullable());

/** 0 or 1; `true`, "1" and "true" become 1. */
export const flag = z.preprocess(readFlag, z.union([z.literal(0), z.literal(1)]));

/** Positive integer, or a string of digits. */
export const id = z.preprocess(
  (value) => (typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value),
  upstreamId,
);

/** List; null and missing values become an empty list, and null items are dropped. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess(toList, z.array(item));
}
