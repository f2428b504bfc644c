/** One order with all that happened to it. */
import type {
  CancellationPreview,
  OrderPage,
  PaymentRow,
  TimelineEntry,
} from '@meridian/contracts/console/answers';
import { sql } from 'kysely';
import { openCases } from '../../checkout/cases/case-store.ts';
import type { CheckoutDependencies } from '../../checkout/dependencies.ts';
import { cancellationSums } from '../../checkout/operator/cancellation-sums.ts';
import type { Order, OrderPayment } from '../../checkout/order/order.ts';
import { historyOf } from '../../checkout/order/order-history.ts';
import { findOrder } from '../../checkout/order/order-queries.ts';
import { receiptPath } from '../../checkout/receipt/receipt-path.ts';
import { caseRow } from './case-rows.ts';
import { orderEventTitle } from './order-event-titles.ts';

const paymentRow = (payment: OrderPayment): PaymentRow => ({
  payment_id: payment.paymentId,
  role: payment.role,
  status: payment.status,
  refund: payment.refund,
  amount_paise: payment.amountPaise,
  transferred_paise: payment.transferredPaise,
  refunds: payment.refunds.map(({ id, providerRefundId, state, amountPaise, source, reason }) => ({
    ...{ id: providerRefundId ?? id, state, amount_paise: amountPaise, source, reason },
  })),
  disputes: payment.disputes.map(({ id, status, amountPaise, respondBy }) => ({
    ...{ id, status, amount_paise: amountPaise, respond_by: respondBy?.toISOString() ?? null },
  })),
});

const orderEntry = (entry: Awaited<ReturnType<typeof historyOf>>[number]): TimelineEntry => ({
  at: entry.at.toISOString(),
  title: orderEventTitle(entry.event),
  detail: [entry.paymentId, entry.note].filter(Boolean).join(' · ') || null,
  source: entry.source,
});

const opened = (order: Order): TimelineEntry => ({
  ...{ at: order.createdAt.toISOString(), title: orderEventTitle('opened'), detail: null, source: 'browser' },
});

function documentsOf({ database }: Pick<CheckoutDependencies, 'database'>, orderId: string) {
  return database
    .selectFrom('invoices')
    .select(['number', 'kind', 'total_paise', sql<string>`issued_on::text`.as('issued_on')])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .execute();
}

function mailsOf({ database }: Pick<CheckoutDependencies, 'database'>, orderId: string) {
  return database
    .selectFrom('mails')
    .select(['kind', 'state', 'created_at', 'sent_at', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
}

function factsOfOrder(order: Order) {
  const { contact, batch, price } = order;
  return {
    id: order.id,
    state: order.state,
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
    provider_order_id: order.providerOrderId,
    payment_id: order.paymentId,
    attendees: order.attendees.map(({ name, email }) => ({ name, email })),
  };
}

/** @returns undefined if there is no such order */
export async function orderPage(
  deps: CheckoutDependencies & { publicUrl: string },
  id: string,
): Promise<OrderPage | undefined> {
  const order = await findOrder(deps.database, 'id', id);
  if (!order) return undefined;
  const [history, cases, documents, mails] = await Promise.all([
    historyOf(deps.database, id),
    openCases(deps.database, { orderIds: [id] }),
    documentsOf(deps, id),
    mailsOf(deps, id),
  ]);
  return {
    ...factsOfOrder(order),
    receipt_url: new URL(receiptPath(order.receiptToken), deps.publicUrl).href,
    payments: order.payments.map(paymentRow),
    cases: cases.map(caseRow),
    documents: documents.map((document) => ({ ...document, total_paise: Number(document.total_paise) })),
    mails: mails.map(({ kind, state, created_at: made, sent_at: sent, reason }) => ({
      ...{ kind, state, at: (sent ?? made).toISOString(), reason },
    })),
    timeline: [opened(order), ...history.map(orderEntry)],
  };
}

/** @returns what cancelling so many seats would do; undefined where that is not possible */
export async function previewSeats(
  deps: CheckoutDependencies,
  orderId: string,
  seats: number | undefined,
): Promise<CancellationPreview | undefined> {
  const order = await findOrder(deps.database, 'id', orderId);
  const sums = order && cancellationSums(order, deps.options, deps.now(), seats);
  if (!sums) return undefined;
  return {
    seats: sums.seats,
    seats_left_after: order.price.seats - order.cancelledSeats - sums.seats,
    price_paise: sums.pricePaise,
    policy_percent: sums.percent,
    policy_refund_paise: sums.refundPaise,
    policy_retained_paise: sums.retainedPaise,
    upstream_told: deps.options.upstreamBookingChanges,
    issues_documents: deps.options.issuesInvoices,
  };
}
