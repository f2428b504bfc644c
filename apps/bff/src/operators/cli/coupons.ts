/** `ops coupons …`: lists, adds, changes, ends and imports coupons, and undoes an import. */
import type { Kysely } from 'kysely';
import { toCouponRow } from '../../enrolment/coupons/coupon-row.ts';
import { reportCoupons } from '../../enrolment/coupons/manage-coupons.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus, wholeNumber } from './arguments.ts';
import { tableOf } from './coupons-view.ts';
import { importFile } from './import-file.ts';

export const couponsUsage = ['ops coupons list [--all] [--limit N] [--json]', ...usagesOf('coupons')].join(
  '\n',
);

const options = { all: { type: 'boolean' }, json: { type: 'boolean' }, limit: { type: 'string' } } as const;
const defaultLimit = 200;
const maxListed = 10_000;

/**
 * @param args arguments after `ops coupons`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function couponsCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
  now = new Date(),
): Promise<number> {
  const [verb, ...rest] = args;
  // Former name.
  if (verb === 'close') return runAction('coupons.end', rest, actions, print);
  if (verb === 'import') return importFile('coupons.import', rest, actions, print);
  const acted = runVerb('coupons', args, actions, print);
  if (acted) return acted;
  const verbs = { list: ['all', 'json', 'limit'] } as const;
  const read = readArguments(args, { options, verbs, usage: couponsUsage }, print);
  if (!read) return usageErrorStatus;
  const { all, json, limit: limitText } = read.values;
  const limit = wholeNumber(limitText, defaultLimit, maxListed);
  if (limit === undefined || read.rest.length > 0) {
    print(
      `${limit === undefined ? '--limit takes a whole number from 1.' : 'Unexpected argument.'}\n${couponsUsage}`,
    );
    return usageErrorStatus;
  }
  const reports = await reportCoupons(database, { all: all === true, limit, now });
  const coupons = reports.map((report) => toCouponRow(report, now));
  printAnswer(print, json, { coupons }, tableOf(coupons));
  return 0;
}
