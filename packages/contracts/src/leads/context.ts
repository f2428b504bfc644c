/**
 * Lenient schemas of machine-filled fields (page context, attribution): they never fail, truncate long
 * values and drop invalid ones.
 */
import { z } from 'zod';
import { cleanText, cutText } from './clean-text.ts';
import { cutAddress } from './cut-address.ts';

/** Stands for a missing or invalid id. */
export const noId = 0;

/** @returns a string or number as text, else empty */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Text, truncated. */
export function contextText(maxLength: number) {
  return z.preprocess((value) => cutText(textOf(value), maxLength), z.string()).meta({ maxLength });
}

/** The part of an address that is a permission: of a receipt, of an offer. It is never logged or sent. */
const secretPart = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/g;

/** A web address, shortened if it is too long. */
export function contextAddress(maxLength: number) {
  return z
    .preprocess(
      (value) => cutAddress(cleanText(textOf(value)).replace(secretPart, ''), maxLength),
      z.string(),
    )
    .meta({ maxLength });
}

function wholeNumber(value: unknown): number | undefined {
  const text = textOf(value).trim();
  return /^\d{1,16}(?:\.0+)?$/.test(text) ? Number(text) : undefined;
}

/** Id of a course, post or file; {@link noId} if invalid. */
export const contextId = z.preprocess((value) => wholeNumber(value) ?? noId, z.int().min(0));

/** Milliseconds; undefined if invalid. */
export const contextMs = z.preprocess((value) => {
  const ms = typeof value === 'number' ? Math.round(value) : wholeNumber(value);
  return ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
}, z.int().min(0).optional());
