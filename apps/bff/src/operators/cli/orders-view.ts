/** Orders and cases as text and as JSON. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { openSeats } from '../../enrolment/bookings/open-seats.ts';
import { hasUnreportedAttendees } from '../../enrolment/bookings/report-attendees.ts';
import type { OpenCase } from '../../enrolment/orders/cases/case-store.ts';
import { type Order, type OrderPayment, partOf } from '../../enrolment/orders/order.ts';
import { transferredPaise } from '../../enrolment/orders/state/ledger.ts';
import {
  keptPaise,
  owedPaise,
  returnedPaise,
  undecidedPaise,
  unmatchedPaise,
} from '../../enrolment/orders/state/order-facts.ts';
import type { HistoryEntry } from '../../enrolment/orders/store/order-history.ts';
import { statementOf } from '../../enrolment/statement/statement.ts';
import type { Print } from './answer.ts';
import { formatTimestamp, tableLines } from './table.ts';

/** Amounts of a payment in paise, from its ledger accounts. */
function moneyOf(payment: OrderPayment) {
  const part = partOf(payment);
  return {
    kept_paise: keptPaise(part),
    owed_paise: owedPaise(part),
    unmatched_paise: unmatchedPaise(part),
    undecided_paise: undecidedPaise(part),
    returned_paise: returnedPaise(part),
    transferred_paise: transferredPaise(payment.flows),
  };
}

/** Summarises an order as JSON without personal data, because operators paste lists into tickets. */
export function summaryOf(order: Order, cases: readonly OpenCase[]) {
  const { status, headline, money } = statementOf(order, 'operator');
  return {
    id: order.id,
    booking_number: order.bookingNumber,
    state: order.state,
    status,
    headline,
    booking: order.booking,
    razorpay_order_id: order.providerOrderId,
    request_id: order.requestId,
    payment_id: order.paymentId,
    course_id: order.batch.course_id,
    course_name: order.batch.course_name,
    course_schedule_id: order.batch.course_schedule_id,
    number_of_course: order.price.seats,
    cancelled_seats: order.cancelledSeats,
    coupon: order.couponCode,
    discount_paise: order.price.discountPaise,
    total_paise: order.price.totalPaise,
    kept_paise: money.keptPaise,
    owed_paise: money.owedPaise,
    returning_paise: money.returningPaise,
    returned_paise: money.returnedPaise,
    failed_paise: money.failedPaise,
    review_reason: order.reviewReason,
    booking_attempts: order.bookingAttempts,
    payments: order.payments.map((payment) => ({
      payment_id: payment.paymentId,
      role: payment.role,
      refund: payment.refund,
      status: payment.status,
      amount_paise: payment.amountPaise,
      ...moneyOf(payment),
      currency: payment.currency,
      refunds: payment.refunds.map((refund) => ({
        id: refund.id,
        razorpay_refund_id: refund.providerRefundId,
        state: refund.state,
        amount_paise: refund.amountPaise,
        source: refund.source,
        reason: refund.reason,
      })),
      disputes: payment.disputes.map((dispute) => ({
        id: dispute.id,
        state: dispute.state,
        status: dispute.status,
        phase: dispute.phase,
        amount_paise: dispute.amountPaise,
        respond_by: dispute.respondBy?.toISOString() ?? null,
      })),
    })),
    cases: cases.filter(({ orderId }) => orderId === order.id).map(caseOf),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

export function caseOf(one: OpenCase) {
  return {
    id: one.id,
    order_id: one.orderId,
    kind: one.kind,
    subject: one.subject,
    reason: one.reason,
    opened_at: one.openedAt.toISOString(),
    refund_at: one.autoRefundAt?.toISOString() ?? null,
  };
}

export function tableOfOrders(orders: readonly Order[], cases: readonly OpenCase[]): string[] {
  const rows = orders.map((order) => [
    order.id,
    order.bookingNumber,
    statementOf(order, 'operator').headline,
    formatTimestamp(order.createdAt),
    formatPaise(order.price.totalPaise),
    `${order.price.seats} × ${order.batch.course_name}`,
    cases
      .filter(({ orderId }) => orderId === order.id)
      .map(({ reason, kind }) => reason ?? kind)
      .join('; '),
  ]);
  return tableLines(['id', 'booking', 'status', 'opened', 'total', 'seats', 'case'], rows);
}

export function tableOfCases(cases: readonly OpenCase[]): string[] {
  const rows = cases.map(({ id, orderId, kind, openedAt, autoRefundAt, subject, reason }) => [
    id,
    orderId ?? '',
    kind,
    formatTimestamp(openedAt),
    formatTimestamp(autoRefundAt),
    subject,
    reason ?? '',
  ]);
  return tableLines(['case', 'order', 'kind', 'since', 'automatic refund', 'about', 'reason'], rows);
}

function printPayments(print: Print, order: Order): void {
  for (const payment of order.payments) {
    print(
      `payment  ${payment.paymentId}  ${payment.role}  ${payment.status}  ${formatPaise(payment.amountPaise)}` +
        `  refund: ${payment.refund}`,
    );
    for (const { id, providerRefundId, state, amountPaise, source, reason } of payment.refunds)
      print(
        `refund   ${providerRefundId ?? id}  ${state}  ${formatPaise(amountPaise)}  by ${source}` +
          `${reason ? `  ${reason}` : ''}`,
      );
    const { transferred_paise: transferred } = moneyOf(payment);
    if (transferred > 0) print(`transfer ${formatPaise(transferred)} refunded outside Razorpay`);
    for (const { id, status, phase, amountPaise, respondBy } of payment.disputes)
      print(
        `dispute  ${id}  ${status}${phase ? `, ${phase}` : ''}  ${formatPaise(amountPaise)}` +
          `${respondBy ? `  answer by ${formatTimestamp(respondBy)}` : ''}`,
      );
  }
}

/** Attendees with their names. Only for a single order, not for lists. */
export function attendeesOf(order: Order) {
  return { attendees: order.attendees, attendees_to_tell: hasUnreportedAttendees(order) };
}

function printAttendees(print: Print, order: Order): void {
  const { attendees } = order;
  const empty = openSeats(order);
  const named = `${attendees.length} named, ${empty} ${empty === 1 ? 'seat' : 'seats'} without a name`;
  print(`people   ${named}${hasUnreportedAttendees(order) ? ', not all are in the upstream' : ''}`);
  for (const { name, email } of attendees) print(`attendee ${name}, ${email}`);
}

/** @param receiptUrl URL or path of the receipt page; it gives access to the page */
export function printOrder(
  print: Print,
  order: Order,
  { cases, history, receiptUrl }: { cases: readonly OpenCase[]; history: HistoryEntry[]; receiptUrl: string },
): void {
  const { firstName, lastName, email, phoneNumber } = order.contact;
  tableOfOrders([order], cases).forEach(print);
  print(`batch    ${order.batch.course_schedule_id}, ${order.batch.start_date} to ${order.batch.end_date}`);
  print(`payer    ${firstName} ${lastName}, ${email}, ${phoneNumber}`);
  printAttendees(print, order);
  print(`receipt  ${receiptUrl}`);
  print(`Razorpay ${order.providerOrderId ?? 'no order at Razorpay'}`);
  print(`request  ${order.requestId ?? ''}`);
  if (order.cancelledSeats > 0)
    print(
      `seats    ${order.cancelledSeats} of ${order.price.seats} cancelled, ` +
        `${order.reportedSeats} of these reported to the upstream`,
    );
  printPayments(print, order);
  for (const { id, kind, reason, openedAt } of cases)
    print(`case     ${id}  ${kind}  since ${formatTimestamp(openedAt)}  ${reason ?? ''}`);
  for (const entry of history)
    print(
      `${formatTimestamp(entry.at)}  ${entry.source.padEnd(10)}  ${entry.event} → ${entry.state}` +
        `${entry.paymentId ? `  ${entry.paymentId}` : ''}${entry.note ? `  ${entry.note}` : ''}`,
    );
}
