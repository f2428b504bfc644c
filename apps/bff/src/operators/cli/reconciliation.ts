/**
 * `ops reconciliation`: compares a month's captures, refunds, fees and settlements with orders and documents.
 */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { findingLabels } from '../../enrolment/settlements/findings.ts';
import { namedTotals, reconciliationCsv } from '../../enrolment/settlements/month-csv.ts';
import { namedRows } from '../../enrolment/settlements/named-rows.ts';
import {
  type MonthReconciliation,
  NoAccountError,
  type ReconciliationDependencies,
  reconcileMonth,
} from '../../enrolment/settlements/reconcile-month.ts';
import { totalsOf } from '../../enrolment/settlements/totals.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { tableLines } from './table.ts';

export const reconciliationUsage = 'ops reconciliation --month YYYY-MM [--csv | --json]';

const options = { month: { type: 'string' }, csv: { type: 'boolean' }, json: { type: 'boolean' } } as const;
const verbs = { '': ['month', 'csv', 'json'] } as const;

function namedLines(month: MonthReconciliation): string[] {
  const named = namedRows(month);
  if (named.length === 0) return [];
  const rows = named.map(({ row, amountPaise, findings }) => [
    row.id,
    formatPaise(amountPaise),
    row.orderId ?? '',
    findings.join('; '),
  ]);
  return ['', ...tableLines(['what', 'amount', 'order', 'finding'], rows)];
}

const isReconciled = ({ troubles, unexplainedPaise }: ReturnType<typeof totalsOf>) =>
  troubles === 0 && unexplainedPaise === 0;

function linesOf(month: MonthReconciliation): string[] {
  const totals = totalsOf(month);
  const sums = namedTotals(totals).map(([name, paise]) => [name, formatPaise(paise)]);
  const settlements = month.settlements.map(({ day, id, utr, creditPaise, debitPaise }) => [
    day,
    id,
    utr ?? '',
    formatPaise(creditPaise - debitPaise),
  ]);
  return [
    ...tableLines([month.month, 'rupees'], sums),
    ...(settlements.length > 0
      ? ['', ...tableLines(['settled', 'settlement', 'UTR', 'net'], settlements)]
      : []),
    ...namedLines(month),
    ...month.unreadable.map(
      ({ id, reason }) => `${id || 'without an id'}: ${findingLabels.unreadable} (${reason})`,
    ),
    '',
    ...(totals.troubles > 0 ? [`Items to review: ${totals.troubles}`] : []),
    ...(totals.unexplainedPaise === 0 ? [] : ['The month has an unexplained amount.']),
    ...(isReconciled(totals) ? ['Everything is reconciled.'] : []),
  ];
}

/**
 * @param args arguments after `ops reconciliation`
 * @returns exit status: 0 if everything is reconciled; 1 if there are items to review or an unexplained
 * amount, or the account cannot be read; 2 for wrong usage
 */
export async function reconciliationCommand(
  args: readonly string[],
  deps: ReconciliationDependencies,
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: reconciliationUsage }, print);
  if (!read) return usageErrorStatus;
  const { month = '', csv, json } = read.values;
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || (csv && json)) {
    print(
      `--month takes a month such as 2026-11, and --csv cannot be used with --json.\n${reconciliationUsage}`,
    );
    return usageErrorStatus;
  }
  try {
    const reconciled = await reconcileMonth(deps, month);
    const totals = totalsOf(reconciled);
    if (csv) reconciliationCsv(reconciled).forEach(print);
    else printAnswer(print, json, { ...reconciled, totals }, linesOf(reconciled));
    return isReconciled(totals) ? 0 : 1;
  } catch (error) {
    if (!isRemoteError(error, 'payments') && !(error instanceof NoAccountError)) throw error;
    const reason = `The report would be incomplete: ${error.message.replace(/\.$/, '')}. Try again later.`;
    printAnswer(print, json, { error: reason }, [reason]);
    return 1;
  }
}
