/** Reads the options of `ops coupons …`. */
import type { DiscountTerms } from '@meridian/contracts/checkout/discount';
import { paiseOf } from '@meridian/contracts/checkout/pricing';
import { readDay } from '@meridian/contracts/india-time';
import { wholeNumber } from './arguments.ts';

export const options = {
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  percent: { type: 'string' },
  rupees: { type: 'string' },
  label: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  courses: { type: 'string' },
  categories: { type: 'string' },
  batches: { type: 'string' },
  uses: { type: 'string' },
  'uses-per-email': { type: 'string' },
  'least-seats': { type: 'string' },
  'by-itself': { type: 'boolean' },
} as const;

const mostUses = 1_000_000;
const dayMs = 86_400_000;

export type Values = { [Name in keyof typeof options]?: string | boolean | undefined };

/** An invalid option, with its message. */
export class Wrong extends Error {}

export function textOf(values: Values, name: keyof typeof options): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function countOf(values: Values, name: keyof typeof options): number | null {
  const text = textOf(values, name);
  if (text === undefined) return null;
  return wholeNumber(text, 0, mostUses) ?? wrong(`--${name} takes a whole number from 1 up.`);
}

export function wrong(sentence: string): never {
  throw new Wrong(sentence);
}

export function termsOf(values: Values): DiscountTerms {
  const [percent, rupees] = [textOf(values, 'percent'), textOf(values, 'rupees')];
  if ((percent === undefined) === (rupees === undefined))
    return wrong('How much? Either --percent N or --rupees N.');
  if (percent !== undefined) {
    if (!/^\d{1,3}$/.test(percent) || Number(percent) < 1 || Number(percent) > 100)
      return wrong('--percent takes a whole number from 1 to 100.');
    return { kind: 'percent', percent: Number(percent) };
  }
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(rupees ?? '') || Number(rupees) === 0)
    return wrong('--rupees takes an amount such as 500 or 499.50.');
  return { kind: 'amount', amountPaise: paiseOf(Number(rupees)) };
}

/** @returns start of an option's day in India, or of the day `daysLater` */
export function midnightOf(values: Values, name: 'from' | 'to', daysLater: number): Date | null {
  const text = textOf(values, name);
  if (text === undefined) return null;
  const day = readDay(text) ?? wrong(`--${name} takes a day such as 2026-12-31.`);
  return new Date(Date.parse(`${day}T00:00:00+05:30`) + daysLater * dayMs);
}

export const listOf = (values: Values, name: keyof typeof options) =>
  (textOf(values, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

export function idsOf(values: Values, name: 'courses' | 'batches'): number[] {
  return listOf(values, name).map((id) =>
    /^\d{1,9}$/.test(id) ? Number(id) : wrong(`--${name} takes ids with commas between.`),
  );
}
