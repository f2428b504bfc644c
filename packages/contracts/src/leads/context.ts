/**
 * Schemas of what the visitor did not type: what the page adds to a form, and what travels beside it. They take
 * anything and never fail: what is too long is cut, what cannot be used is left out.
 */
import { z } from 'zod';
import { cleanText, cutText } from './clean-text.ts';
import { cutAddress } from './cut-address.ts';

/** Stands for an id that the page did not give, or that is none. */
export const noId = 0;

/** @returns the text of a string or a number; anything else is none */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** A text, cut at its longest. */
export function contextText(maxLength: number) {
  return z.preprocess((value) => cutText(textOf(value), maxLength), z.string()).meta({ maxLength });
}

/** The part of an address that is a permission: of a receipt, of an offer. It is told to nobody. */
const secretPart = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/g;

/** A web address, shortened where it is too long. */
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
  return /^\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : undefined;
}

/** The id of a course, a post or a file; {@link noId} where it cannot be used. */
export const contextId = z.preprocess((value) => wholeNumber(value) ?? noId, z.int().min(0));

/** A span of time; undefined where it is none. */
export const contextMs = z.preprocess((value) => {
  const ms = typeof value === 'number' ? Math.round(value) : wholeNumber(value);
  return ms !== undefined && Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
}, z.int().min(0).optional());
