/** Reads the page of an order with its history. */
import type { OrderPage, PaymentRow } from '@meridian/contracts/operators/console/orders';
import { openSeats } from '../../../enrolment/bookings/open-seats.ts';
import { hasUnreportedAttendees } from '../../../enrolment/bookings/report-attendees.ts';
import { openCases } from '../../../enrolment/orders/cases/case-store.ts';
import type { Order, OrderPayment } from '../../../enrolment/orders/order.ts';
import { transferredPaise } from '../../../enrolment/orders/state/ledger.ts';
import { findOrder } from '../../../enrolment/orders/store/order-queries.ts';
import { openCorrection } from '../../../enrolment/receipts/ask-correction.ts';
import { openRequests } from '../../../enrolment/receipts/self-service/change-requests.ts';
import { statementOf } from '../../../enrolment/statement/statement.ts';
import { waitingDocuments } from '../documents/waiting-documents.ts';
import type { ConsoleDependencies } from '../server/route.ts';
import { caseRows } from './case-rows.ts';
import { documentsOf, mailsOf, timelineOf } from './order-timeline.ts';

const paymentRow = (payment: OrderPayment): PaymentRow => ({
  payment_id: payment.paymentId,
  role: payment.role,
  status: payment.status,
  refund: payment.refund,
  amount_paise: payment.amountPaise,
  transferred_paise: transferredPaise(payment.flows),
  refunds: payment.refunds.map(({ id, providerRefundId, state, amountPaise, source, reason }) => ({
    id: providerRefundId ?? id,
    state,
    amount_paise: amountPaise,
    source,
    reason,
  })),
  disputes: payment.disputes.map(({ id, status, amountPaise, respondBy }) => ({
    id,
    status,
    amount_paise: amountPaise,
    respond_by: respondBy?.toISOString() ?? null,
  })),
});

function factsOfOrder(order: Order) {
  const { contact, batch, price } = order;
  const { headline, money } = statementOf(order, 'operator');
  return {
    id: order.id,
    state: order.state,
    headline,
    money: {
      captured_paise: money.capturedPaise,
      kept_paise: money.keptPaise,
      owed_paise: money.owedPaise,
      returning_paise: money.returningPaise,
      returned_paise: money.returnedPaise,
      failed_paise: money.failedPaise,
    },
    booking: order.booking,
    review_reason: order.reviewReason,
    payer: {
      name: `${contact.firstName} ${contact.lastName}`.trim(),
      email: contact.email,
      phone: contact.phoneNumber,
    },
    batch: {
      course: batch.course_name,
      course_schedule_id: batch.course_schedule_id,
      start_date: batch.start_date,
      end_date: batch.end_date,
    },
    seats: price.seats,
    cancelled_seats: order.cancelledSeats,
    total_paise: price.totalPaise,
    discount_paise: price.discountPaise,
    coupon: order.couponCode,
    booking_number: order.bookingNumber,
    provider_order_id: order.providerOrderId,
    payment_id: order.paymentId,
    attendees: [...order.attendees],
  };
}

function billingOf({ billingState, company, billingAddress, contact }: Order) {
  return {
    first_name: contact.firstName,
    last_name: contact.lastName,
    ...(billingState !== null && { state: billingState }),
    ...(company !== null && { company }),
    ...(billingAddress !== null && { address: billingAddress }),
  };
}

/** @returns undefined for an unknown order */
export async function readOrderPage(
  { database, invoicing }: Pick<ConsoleDependencies, 'database' | 'invoicing'>,
  id: string,
): Promise<OrderPage | undefined> {
  const order = await findOrder(database, 'id', id);
  if (!order) return undefined;
  const [cases, documents, mails, waiting, requests, asked] = await Promise.all([
    openCases(database, { orderIds: [id] }),
    documentsOf(database, id),
    mailsOf(database, id),
    waitingDocuments(database, invoicing, { orderId: id }),
    openRequests(database, id),
    openCorrection(database, id),
  ]);
  return {
    ...factsOfOrder(order),
    open_seats: openSeats(order),
    attendees_unreported: hasUnreportedAttendees(order),
    payments: order.payments.map(paymentRow),
    cases: await caseRows(database, cases),
    documents: documents.map(({ issued_at: _at, ...document }) => ({
      ...document,
      total_paise: Number(document.total_paise),
    })),
    waiting_documents: waiting.map(({ kind, why }) => ({ kind, why })),
    mails: mails.map(({ id: mailId, kind, state, at, reason, can_resend }) => ({
      id: mailId,
      kind,
      state,
      at: at.toISOString(),
      reason,
      can_resend,
    })),
    // Leaves out an unreadable request. The case of the request is shown.
    requests: requests.flatMap(({ case_id, requested, created_at: askedAt }) =>
      requested ? [{ case_id, requested, asked_at: askedAt.toISOString() }] : [],
    ),
    billing: { now: billingOf(order), asked: asked ?? null },
    timeline: await timelineOf(database, order, { documents, mails }),
  };
}
