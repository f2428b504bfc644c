/** The sums of a reconciled month. Amounts are in whole paise. */
import { isDiscrepancy } from './findings.ts';
import type { PaymentRow, RefundRow } from './match.ts';
import type { MonthReconciliation } from './reconcile-month.ts';

export interface MonthTotals {
  capturedPaise: number;
  /** Captured amount of payments that pay for no order, or are unknown here. */
  unmatchedPaise: number;
  feePaise: number;
  feeTaxPaise: number;
  /** Returned by the end of the month, of payments of the month. */
  returnedPaise: number;
  owedPaise: number;
  /** Returned without a decision. */
  undecidedPaise: number;
  /** Returned without reducing the sale: goodwill and lost disputes about supplied services. */
  givenPaise: number;
  /** Kept, with documents still to be issued at the end of the month. */
  unissuedPaise: number;
  /**
   * Documents issued by the end of the month for payments of the month: invoices less credit notes, or
   * vouchers if there is no invoice yet.
   */
  documentPaise: number;
  /** Returned in the month, of payments of other months. */
  earlierReturnedPaise: number;
  /** Invoices less credit notes of the month, for payments of other months. */
  earlierDocumentPaise: number;
  /** Refunds of the month at the payment provider, for payments of any month. */
  refundedPaise: number;
  /** Settled amount of captures of the month, less fees. */
  settledPaise: number;
  unsettledPaise: number;
  /** The part of the captures that the amounts above do not explain; 0 if all agree. */
  unexplainedPaise: number;
  troubles: number;
}

function sum<Row>(rows: readonly Row[], paiseOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + paiseOf(row), 0);
}

const keptPaise = (row: PaymentRow) => row.capturedPaise - row.returnedPaise - row.owedPaise;

/** @returns the amount that the documents of a payment should have */
const soldPaise = (row: PaymentRow) => keptPaise(row) + row.undecidedPaise + row.givenPaise;

export function totalsOf({ payments, refunds, unreadable, earlier }: MonthReconciliation): MonthTotals {
  const captured = payments.filter(({ capturedPaise }) => capturedPaise > 0);
  const undecidedPaise = sum(payments, (row) => row.undecidedPaise);
  const givenPaise = sum(payments, (row) => row.givenPaise);
  const unissuedPaise = sum(payments, (row) =>
    row.role === 'pays' && !row.findings.includes('documents_differ')
      ? soldPaise(row) - row.documentPaise
      : 0,
  );
  const documentPaise = sum(payments, (row) => row.documentPaise);
  const rows: readonly (PaymentRow | RefundRow)[] = [...payments, ...refunds];
  return {
    capturedPaise: sum(payments, (row) => row.capturedPaise),
    unmatchedPaise: sum(payments, (row) => (row.role === 'pays' ? 0 : row.capturedPaise)),
    feePaise: sum(payments, (row) => row.feePaise),
    feeTaxPaise: sum(payments, (row) => row.taxPaise),
    returnedPaise: sum(payments, (row) => row.returnedPaise),
    owedPaise: sum(payments, (row) => row.owedPaise),
    undecidedPaise,
    givenPaise,
    unissuedPaise,
    documentPaise,
    earlierReturnedPaise: earlier.returnedPaise,
    earlierDocumentPaise: earlier.documentPaise,
    refundedPaise: sum(refunds, (row) => row.amountPaise),
    settledPaise: sum(captured, (row) => row.settledPaise ?? 0),
    unsettledPaise: sum(captured, (row) =>
      row.settledPaise === null ? row.capturedPaise - row.feePaise : 0,
    ),
    unexplainedPaise: sum(payments, soldPaise) - documentPaise - unissuedPaise,
    troubles: rows.filter(({ findings }) => findings.some(isDiscrepancy)).length + unreadable.length,
  };
}
