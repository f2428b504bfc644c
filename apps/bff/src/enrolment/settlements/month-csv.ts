/** Writes a reconciled month as tables for accountants, with amounts in rupees. */
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { csvLine } from '../../platform/csv/csv.ts';
import type { Finding } from './findings.ts';
import type { PaymentRow, RefundRow } from './match.ts';
import type { MonthReconciliation } from './reconcile-month.ts';
import { type MonthTotals, totalsOf } from './totals.ts';

type Cell = string | number;

const settledCells = ({ settledPaise, settledOn, settlementId, utr }: PaymentRow | RefundRow): Cell[] => [
  settledPaise === null ? '' : rupeesOf(settledPaise),
  settledOn ?? '',
  settlementId ?? '',
  utr ?? '',
];

const findingCell = (findings: readonly Finding[]) => (findings.length === 0 ? 'ok' : findings.join(' '));

const settledColumns = ['settled', 'settled_on', 'settlement_id', 'utr', 'finding'];
const paymentColumns = [
  'date',
  'payment_id',
  'order_id',
  'role',
  'captured',
  'fee',
  'gst_in_fee',
  'returned',
  'owed',
  'documents',
  ...settledColumns,
];
const refundColumns = ['date', 'refund_id', 'payment_id', 'order_id', 'state', 'refunded', ...settledColumns];

function paymentCells(row: PaymentRow): Cell[] {
  return [
    row.day ?? '',
    row.id,
    row.orderId ?? '',
    row.role ?? '',
    ...[row.capturedPaise, row.feePaise, row.taxPaise].map(rupeesOf),
    ...[row.returnedPaise, row.owedPaise, row.documentPaise].map(rupeesOf),
    ...settledCells(row),
    findingCell(row.findings),
  ];
}

function refundCells(row: RefundRow): Cell[] {
  return [
    row.day ?? '',
    row.id,
    row.paymentId,
    row.orderId ?? '',
    row.state,
    rupeesOf(row.amountPaise),
    ...settledCells(row),
    findingCell(row.findings),
  ];
}

/** In the sequence in which they explain the captured amount. */
const totalNames: readonly [keyof MonthTotals, string][] = [
  ['capturedPaise', 'Captured'],
  ['returnedPaise', 'less: refunded by the end of the month'],
  ['owedPaise', 'less: to be refunded after the end of the month'],
  ['documentPaise', 'Invoices less credit notes'],
  ['unissuedPaise', 'Documents still to be issued'],
  ['undecidedPaise', 'Refunded without a decision, still in documents'],
  ['givenPaise', 'Goodwill or lost, sale still in documents'],
  ['unexplainedPaise', 'Unexplained'],
  ['unmatchedPaise', 'Of the captures: for no order'],
  ['earlierReturnedPaise', 'Refunded in the month, of other payments'],
  ['earlierDocumentPaise', 'Invoices less credit notes of the month, for other payments'],
  ['refundedPaise', 'Refunds of this month at the payment provider'],
  ['feePaise', "The payment provider's fees"],
  ['feeTaxPaise', 'Of the fees: GST'],
  ['settledPaise', 'Captures settled, less fees'],
  ['unsettledPaise', 'Captures not settled yet, less fees'],
];

/** @returns the name and the amount of each sum of the month, in paise */
export function namedTotals(totals: MonthTotals): [string, number][] {
  return totalNames.map(([key, name]) => [name, totals[key]]);
}

/** @returns the lines of a file with all tables, each below its title and followed by an empty line */
export function reconciliationCsv(month: MonthReconciliation): string[] {
  const tables: [string, readonly string[], Cell[][]][] = [
    ['Payments', paymentColumns, month.payments.map(paymentCells)],
    ['Refunds', refundColumns, month.refunds.map(refundCells)],
    [
      'Settlements',
      ['date', 'settlement_id', 'utr', 'entries', 'credits', 'debits', 'net'],
      month.settlements.map(({ id, utr, day, creditPaise, debitPaise, entries }) => [
        day,
        id,
        utr ?? '',
        entries,
        ...[creditPaise, debitPaise, creditPaise - debitPaise].map(rupeesOf),
      ]),
    ],
    [
      'Other movements of settlements',
      ['id', 'type', 'payment_id', 'credit', 'debit', 'settlement_id', 'utr'],
      month.others.map(({ id, type, paymentId, creditPaise, debitPaise, settlementId, utr }) => [
        id,
        type,
        paymentId ?? '',
        rupeesOf(creditPaise),
        rupeesOf(debitPaise),
        settlementId,
        utr ?? '',
      ]),
    ],
    ['Could not be read', ['id', 'reason'], month.unreadable.map(({ id, reason }) => [id, reason])],
    [
      'Sums',
      ['what', 'rupees'],
      namedTotals(totalsOf(month)).map(([name, paise]) => [name, rupeesOf(paise)]),
    ],
  ];
  return tables.flatMap(([title, columns, rows]) => [
    csvLine([title]),
    csvLine(columns),
    ...rows.map(csvLine),
    '',
  ]);
}
