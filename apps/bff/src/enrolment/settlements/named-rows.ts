/** The rows of a reconciled month that say more than that they agree. */
import { type Finding, findingLabels, isDiscrepancy } from './findings.ts';
import type { PaymentRow, RefundRow } from './match.ts';
import type { MonthReconciliation } from './reconcile-month.ts';

/** Only a matter of time. */
const quiet: ReadonlySet<Finding> = new Set(['not_settled']);

export interface NamedRow {
  row: PaymentRow | RefundRow;
  /** Negative if it goes back. */
  amountPaise: number;
  /** In words. */
  findings: string[];
  isDiscrepancy: boolean;
}

/** @returns what needs a person first */
export function namedRows({ payments, refunds }: MonthReconciliation): NamedRow[] {
  return [...payments, ...refunds]
    .filter(({ findings }) => findings.some((one) => !quiet.has(one)))
    .map((row) => ({
      row,
      amountPaise: row.kind === 'payment' ? row.capturedPaise : -row.amountPaise,
      findings: row.findings.filter((one) => !quiet.has(one)).map((one) => findingLabels[one]),
      isDiscrepancy: row.findings.some(isDiscrepancy),
    }))
    .toSorted((one, other) => Number(other.isDiscrepancy) - Number(one.isDiscrepancy));
}
