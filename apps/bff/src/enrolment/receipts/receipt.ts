import { gstPartsOf } from '@meridian/contracts/enrolment/gst-parts';
import { currency, rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { attendeeSeatsOf } from '../bookings/open-seats.ts';
import { pathOfNumber } from '../documents/document-number.ts';
import type { IssuedDocument } from '../documents/issued.ts';
import type { OpenMove } from '../orders/changes/request-change.ts';
import type { Order } from '../orders/order.ts';
import { transferredPaise } from '../orders/state/ledger.ts';
import { taxPlaceOfOrder } from '../pricing/order-tax.ts';
import { partsInRupees } from '../pricing/price-in-rupees.ts';
import { type Statement, statementOf } from '../statement/statement.ts';
import type { StatementRows } from '../statement/statement-rows.ts';
import { payerStateOf } from '../statement/status.ts';
import { payerOptions } from './payer-options.ts';

/** A tax document that has a PDF. */
export type DocumentName = Pick<IssuedDocument, 'kind' | 'number' | 'issuedOn'>;

function refundsOf(order: Order): ReceiptData['refunds'] {
  return order.payments.flatMap(({ refunds, flows }) => [
    ...refunds.map(({ amountPaise, state }) => ({
      amount: rupeesOf(amountPaise),
      state: state === 'requested' ? ('pending' as const) : state,
    })),
    // A bank transfer counts as processed once the operator has recorded it.
    ...(transferredPaise(flows) > 0
      ? [{ amount: rupeesOf(transferredPaise(flows)), state: 'processed' as const }]
      : []),
  ]);
}

/** @returns the parts of the tax; none if the supplier's state is unknown */
function partsOf(order: Order) {
  if (order.supplierState === null) return {};
  return partsInRupees(gstPartsOf(order.price.gstPaise, taxPlaceOfOrder(order)));
}

function statedOf(statement: Statement): ReceiptData['statement'] {
  const { status, isCalledOff, pending, headline, sentences, money, seats, timeline } = statement;
  return {
    status,
    called_off: isCalledOff,
    pending,
    headline,
    sentences,
    money: {
      captured: rupeesOf(money.capturedPaise),
      kept: rupeesOf(money.keptPaise),
      owed: rupeesOf(money.owedPaise),
      returning: rupeesOf(money.returningPaise),
      returned: rupeesOf(money.returnedPaise),
      failed: rupeesOf(money.failedPaise),
    },
    seats,
    timeline: timeline.map(({ at, text }) => ({ at: at?.toISOString() ?? null, text })),
  };
}

export interface ReceiptRows {
  /** Current time, which decides what the payer can still do. */
  now: Date;
  rows: StatementRows;
  documents: readonly DocumentName[];
  /** The payer's pending requests, and the last day to request a correction. */
  open: Pick<ReceiptData, 'correction_until' | 'correction_asked' | 'move'>;
}

/** @returns a move as shown to the payer */
export function moveOfReceipt(open: OpenMove | undefined): Pick<ReceiptData, 'move'> {
  if (!open) return {};
  const { start_date, end_date, start_time, end_time } = open.batch;
  return { move: { state: open.state, start_date, end_date, start_time, end_time } };
}

/** @returns the order as shown to its payer; the secret token authorizes the reader */
export function receiptOf(order: Order, { now, rows, documents, open }: ReceiptRows): ReceiptData {
  // Payers forward receipts, so receipts leave out the joining instructions. Emails contain them.
  const { course_id, course_name, joining: _joining, ...batch } = order.batch;
  const statement = statementOf(order, 'payer', rows);
  const { isCalledOff } = statement;
  return {
    state: payerStateOf(order),
    receipt_number: order.bookingNumber,
    course_id,
    course_name,
    batch: { ...batch, time_zone: 'IST' },
    first_name: order.contact.firstName,
    last_name: order.contact.lastName,
    email: order.contact.email,
    number_of_course: order.price.seats,
    ...attendeeSeatsOf(order, now),
    ...(isCalledOff && { attendees_open: false }),
    fee: rupeesOf(order.price.unitPaise),
    sub_total: rupeesOf(order.price.subTotalPaise),
    discount: rupeesOf(order.price.discountPaise),
    taxable: rupeesOf(order.price.taxablePaise),
    coupon: order.couponCode,
    ...partsOf(order),
    gst_total: rupeesOf(order.price.gstPaise),
    total_fee: rupeesOf(order.price.totalPaise),
    currency,
    payment_id: order.paymentId,
    paid_at: order.paidAt?.toISOString() ?? null,
    other_payments: order.payments.flatMap(({ paymentId, role, refund, amountPaise }) =>
      role === 'unmatched' && refund !== 'none'
        ? [{ payment_id: paymentId, amount: rupeesOf(amountPaise), refund }]
        : [],
    ),
    refunds: refundsOf(order),
    documents: documents.map(({ kind, number, issuedOn }) => ({
      kind,
      number,
      issued_on: issuedOn,
      path: `/api/receipts/${order.receiptToken}/documents/${pathOfNumber(number)}.pdf`,
    })),
    ...open,
    options: payerOptions(order, now).filter(({ change }) => !isCalledOff || change !== 'attendees'),
    calendar_path: `/api/receipts/${order.receiptToken}.ics`,
    statement: statedOf(statement),
  };
}
