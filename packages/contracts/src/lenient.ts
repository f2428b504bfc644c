/**
 * Lenient readers for the answers of real back ends: numbers that come as strings, null for missing text, a
 * missing list. They normalise on the way in, so that nothing behind the boundary has to look twice.
 */
import { z } from 'zod';

function toText(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value;
}

/**
 * Reads a number as back ends write it: `4200`, `"4200"`, `"24,999.00"`, `"₹ 24,999"`, `"Rs. 24,999"`, `"20%"`.
 * @returns the number, or null where there is none to read
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

/** Text; null and missing become the empty string. */
export const text = z.preprocess(toText, z.string());

/** HTML text. Which fields hold HTML is stated in the call table, where the BFF sanitises them. */
export const html = z.preprocess(toText, z.string());

/** A whole number from 0 up; unreadable becomes 0. */
export const count = z.preprocess(
  (value) => Math.max(0, Math.trunc(readNumber(value) ?? 0)),
  z.number().int().min(0),
);

/** A number such as a rating; unreadable becomes null. */
export const measure = z.preprocess(readNumber, z.number().nullable());

/** An amount in rupees; unreadable or negative becomes null, for which the screens have a rule of their own. */
export const rupees = z.preprocess((value) => {
  const number = readNumber(value);
  return number !== null && number >= 0 ? number : null;
}, z.number().nonnegative().nullable());

/** 1 or 0; true, "1" and "true" are 1. */
export const flag = z.preprocess(readFlag, z.union([z.literal(0), z.literal(1)]));

/** An identifier: a positive whole number, also as digits in a string. */
export const id = z.preprocess(
  (value) => (typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value),
  z.int().positive(),
);

/** A list; null and missing become empty, null items are dropped. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess(toList, z.array(item));
}
