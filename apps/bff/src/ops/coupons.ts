/** `ops coupons …`: lists, creates and ends coupons. */
import type { DiscountTerms } from '@meridian/contracts/checkout/discount';
import { formatPaise, paiseOf } from '@meridian/contracts/checkout/pricing';
import { readDay } from '@meridian/contracts/india-time';
import type { Kysely } from 'kysely';
import type { Coupon } from '../coupons/coupon.ts';
import { isLive } from '../coupons/coupon-rules.ts';
import { addCoupon, type CouponReport, closeCoupon, reportCoupons } from '../coupons/keep-coupons.ts';
import type { Database } from '../database/database.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { momentText, tableLines } from './table.ts';

export const couponsUsage = `ops coupons list [--all] [--limit N] [--json]
ops coupons add CODE --percent N | --rupees N [--label TEXT] [--from DAY] [--to DAY] [--courses ID,ID]
  [--categories SLUG,SLUG] [--batches ID,ID] [--uses N] [--uses-per-email N] [--least-seats N] [--by-itself] [--json]
ops coupons end CODE [--json]`;

const options = {
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

const verbs = {
  list: ['all', 'json', 'limit'],
  add: [
    ...(['json', 'percent', 'rupees', 'label', 'from', 'to', 'courses', 'categories', 'batches'] as const),
    ...(['uses', 'uses-per-email', 'least-seats', 'by-itself'] as const),
  ],
  end: ['json'],
  close: ['json'],
} as const;

const defaultLimit = 200;
const mostListed = 10_000;
const mostUses = 1_000_000;
const dayMs = 86_400_000;

interface Use {
  database: Kysely<Database>;
  print: Print;
  json: boolean | undefined;
  now: Date;
}

type Values = { [Name in keyof typeof options]?: string | boolean | undefined };

/** An invalid option, with its message. */
class Wrong extends Error {}

function textOf(values: Values, name: keyof typeof options): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function countOf(values: Values, name: keyof typeof options): number | null {
  const text = textOf(values, name);
  if (text === undefined) return null;
  return wholeNumber(text, 0, mostUses) ?? wrong(`--${name} takes a whole number from 1 up.`);
}

function wrong(sentence: string): never {
  throw new Wrong(sentence);
}

function termsOf(values: Values): DiscountTerms {
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
function midnightOf(values: Values, name: 'from' | 'to', daysLater: number): Date | null {
  const text = textOf(values, name);
  if (text === undefined) return null;
  const day = readDay(text) ?? wrong(`--${name} takes a day such as 2026-12-31.`);
  return new Date(Date.parse(`${day}T00:00:00+05:30`) + daysLater * dayMs);
}

const listOf = (values: Values, name: keyof typeof options) =>
  (textOf(values, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function idsOf(values: Values, name: 'courses' | 'batches'): number[] {
  return listOf(values, name).map((id) =>
    /^\d{1,9}$/.test(id) ? Number(id) : wrong(`--${name} takes ids with commas between.`),
  );
}

function dataOf({ coupon, reserved, redeemed, discountPaise }: CouponReport, now: Date) {
  return {
    code: coupon.code,
    label: coupon.label,
    percent: coupon.terms.kind === 'percent' ? coupon.terms.percent : null,
    amount_paise: coupon.terms.kind === 'amount' ? coupon.terms.amountPaise : null,
    courses: coupon.courses,
    categories: coupon.categories,
    batches: coupon.batches,
    starts_at: coupon.startsAt.toISOString(),
    ends_at: coupon.endsAt?.toISOString() ?? null,
    closed_at: coupon.closedAt?.toISOString() ?? null,
    uses: coupon.maxUses,
    uses_per_email: coupon.maxUsesPerEmail,
    least_seats: coupon.leastSeats,
    by_itself: coupon.byItself,
    live: isLive(coupon, now),
    reserved,
    redeemed,
    discount_paise: discountPaise,
  };
}

function offOf({ terms }: Coupon): string {
  return terms.kind === 'percent' ? `${terms.percent} %` : formatPaise(terms.amountPaise);
}

function tableOf(reports: readonly CouponReport[], now: Date): string[] {
  const rows = reports.map(({ coupon, reserved, redeemed, discountPaise }) => [
    coupon.code,
    offOf(coupon),
    isLive(coupon, now)
      ? 'live'
      : coupon.closedAt
        ? 'ended by hand'
        : coupon.startsAt > now
          ? 'later'
          : 'over',
    momentText(coupon.startsAt),
    momentText(coupon.endsAt),
    `${redeemed}${coupon.maxUses === null ? '' : ` of ${coupon.maxUses}`}`,
    String(reserved),
    formatPaise(discountPaise),
  ]);
  return tableLines(['code', 'off', 'state', 'from', 'to', 'paid', 'reserved', 'given'], rows);
}

async function list({ database, print, json, now }: Use, values: Values): Promise<number> {
  const limit =
    wholeNumber(textOf(values, 'limit'), defaultLimit, mostListed) ??
    wrong('--limit takes a whole number from 1 up.');
  const reports = await reportCoupons(database, { all: values.all === true, limit, now });
  const data = { coupons: reports.map((report) => dataOf(report, now)) };
  printAnswer(print, json, data, tableOf(reports, now));
  return 0;
}

async function add({ database, print, json, now }: Use, code: string, values: Values): Promise<number> {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/.test(code))
    return wrong('A code has 3 to 40 letters, digits and "-".');
  const startsAt = midnightOf(values, 'from', 0) ?? now;
  // The end date is inclusive.
  const endsAt = midnightOf(values, 'to', 1);
  if (endsAt !== null && endsAt <= startsAt) return wrong('--to is before the beginning.');
  const terms = termsOf(values);
  const coupon = await addCoupon(database, {
    ...{ code, terms, startsAt, endsAt },
    label: textOf(values, 'label') ?? code.toUpperCase(),
    courses: idsOf(values, 'courses'),
    categories: listOf(values, 'categories'),
    batches: idsOf(values, 'batches'),
    maxUses: countOf(values, 'uses'),
    maxUsesPerEmail: countOf(values, 'uses-per-email'),
    leastSeats: countOf(values, 'least-seats') ?? 1,
    byItself: values['by-itself'] === true,
  });
  if (!coupon) {
    const reason = `The code ${code.toUpperCase()} was given before.`;
    printAnswer(print, json, { error: reason }, [reason]);
    return 1;
  }
  const report = { coupon, reserved: 0, redeemed: 0, discountPaise: 0 };
  printAnswer(print, json, { coupons: [dataOf(report, now)] }, tableOf([report], now));
  return 0;
}

async function end({ database, print, json }: Use, code: string): Promise<number> {
  const closed = await closeCoupon(database, code);
  const said = closed ? `${code.toUpperCase()} has ended.` : 'There is no such coupon that is open.';
  printAnswer(print, json, closed ? { done: said } : { error: said }, [said]);
  return closed ? 0 : 1;
}

/**
 * @param args arguments after `ops coupons`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function couponsCommand(
  args: readonly string[],
  { database }: { database: Kysely<Database> },
  print: Print,
  now = new Date(),
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: couponsUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const use: Use = { database, print, json: values.json, now };
  const [code, ...more] = rest;
  try {
    if (more.length > 0 || (verb === 'list' && code !== undefined))
      wrong(`"${rest.at(-1)}" is one word too many.`);
    if (verb === 'list') return await list(use, values);
    if (code === undefined) return wrong('Which code?');
    return verb === 'add' ? await add(use, code, values) : await end(use, code);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    print(`${error.message}\n${couponsUsage}`);
    return wrongUse;
  }
}
