/** `ops coupons …`: lists, creates and ends coupons. */
import type { Kysely } from 'kysely';
import { addCoupon, closeCoupon, reportCoupons } from '../../enrolment/coupons/manage-coupons.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import {
  countOf,
  idsOf,
  listOf,
  midnightOf,
  options,
  termsOf,
  textOf,
  type Values,
  Wrong,
  wrong,
} from './coupon-options.ts';
import { dataOf, tableOf } from './coupons-view.ts';

export const couponsUsage = `ops coupons list [--all] [--limit N] [--json]
ops coupons add CODE --percent N | --rupees N [--label TEXT] [--from DAY] [--to DAY] [--courses ID,ID]
  [--categories SLUG,SLUG] [--batches ID,ID] [--uses N] [--uses-per-email N] [--least-seats N] [--by-itself] [--json]
ops coupons end CODE [--json]`;

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

interface Use {
  database: Kysely<Database>;
  print: Print;
  json: boolean | undefined;
  now: Date;
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
