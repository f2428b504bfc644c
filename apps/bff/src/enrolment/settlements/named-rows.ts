/** The rows of a reconciled month that have findings to report. */
import { type Finding, findingLabels, isDiscrepancy } from './findings.ts';
import type { PaymentRow, RefundRow } from './match.ts';
import type { MonthReconciliation } from './reconcile-month.ts';

/** Findings that resolve with time, and are not reported. */
const unreported: ReadonlySet<Finding> = new Set(['not_settled']);

export interface NamedRow {
  row: PaymentRow | RefundRow;
  /** Negative for a refund. */
  amountPaise: number;
  /** Labels of the findings. */
  findings: string[];
  isDiscrepancy: boolean;
}

/** @returns the rows; those that an operator has to review come first */
export function namedRows({ payments, refunds }: MonthReconciliation): NamedRow[] {
  return [...payments, ...refunds]
    .filter(({ findings }) => findings.some((one) => !unreported.has(one)))
    .map((row) => ({
      row,
      amountPaise: row.kind === 'payment' ? row.capturedPaise : -row.amountPaise,
      findings: row.findings.filter((one) => !unreported.has(one)).map((one) => findingLabels[one]),
      isDiscrepancy: row.findings.some(isDiscrepancy),
    }))
    .toSorted((one, other) => Number(other.isDiscrepancy) - Number(one.isDiscrepancy));
}
