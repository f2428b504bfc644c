/**
 * Lenient schemas of fields that a program fills in (page context, attribution). They never fail: long values
 * are truncated, and invalid ones become an empty text, {@link noId} or undefined.
 */
import { z } from 'zod';
import { cleanText, cutText } from './clean-text.ts';
import { cutAddress } from './cut-address.ts';

/** Value for a missing or invalid id. */
export const noId = 0;

/** @returns a string or number as text, other values as an empty text */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Text of limited length; longer texts are truncated. */
export function contextText(maxLength: number) {
  return z.preprocess((value) => cutText(textOf(value), maxLength), z.string()).meta({ maxLength });
}

/** Token in a URL that grants access, for example to a receipt or an offer. It is removed from the URL. */
const secretPart = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/g;

/** A URL without tokens, shortened if it is too long. */
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

/** Id of a course, post or file; {@link noId} if it is invalid. */
export const contextId = z.preprocess((value) => wholeNumber(value) ?? noId, z.int().min(0));

/** Milliseconds; undefined if invalid. */
export const contextMs = z.preprocess((value) => {
  const ms = typeof value === 'number' ? Math.round(value) : wholeNumber(value);
  return ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
}, z.int().min(0).optional());
