/** Maps database rows to an order. */
import type { Selectable } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { BookingLease, Order, OrderDispute, OrderPayment, OrderRefund } from '../order.ts';
import { orderAddress, orderAttendees, orderBatch, orderCompany, orderTerms } from './order-tables.ts';

type Json<Row> = { [Column in keyof Row]: Row[Column] extends Date | null ? string | null : Row[Column] };
type PaymentRow = Json<
  Pick<
    Selectable<Schema['order_payments']>,
    | 'payment_id'
    | 'role'
    | 'refund'
    | 'uncaptured'
    | 'status'
    | 'amount_paise'
    | 'currency'
    | 'auto_refund_at'
  >
>;
type RefundRow = Pick<
  Selectable<Schema['refunds']>,
  'id' | 'payment_id' | 'provider_refund_id' | 'amount_paise' | 'state' | 'source' | 'reason'
>;
type DisputeRow = Json<
  Pick<
    Selectable<Schema['disputes']>,
    'id' | 'payment_id' | 'state' | 'status' | 'phase' | 'amount_paise' | 'lost_paise' | 'respond_by'
  >
>;

/** Sum of the entries of a payment from one account to another. */
interface FlowRow {
  payment_id: string | null;
  debit: string;
  credit: string;
  paise: string | number;
}

/** The rows that belong to an order. */
export interface OrderParts {
  payments: readonly PaymentRow[];
  refunds: readonly RefundRow[];
  disputes: readonly DisputeRow[];
  flows: readonly FlowRow[];
}

function refundOfRow(row: RefundRow): OrderRefund {
  return {
    id: row.id,
    providerRefundId: row.provider_refund_id,
    amountPaise: Number(row.amount_paise),
    state: row.state,
    source: row.source,
    reason: row.reason,
  };
}

function disputeOfRow(row: DisputeRow): OrderDispute {
  return {
    id: row.id,
    state: row.state,
    status: row.status,
    phase: row.phase,
    amountPaise: Number(row.amount_paise),
    lostPaise: Number(row.lost_paise),
    respondBy: row.respond_by === null ? null : new Date(row.respond_by),
  };
}

function paymentOfRow(row: PaymentRow, parts: OrderParts): OrderPayment {
  const amountPaise = Number(row.amount_paise);
  const isOf = ({ payment_id: paymentId }: { payment_id: string | null }) => paymentId === row.payment_id;
  const disputes = parts.disputes.filter(isOf).map(disputeOfRow);
  // As in the view `refund_deadlines`: a disputed payment waits for the bank.
  const isDisputed = disputes.some(({ state }) => state !== 'over');
  return {
    paymentId: row.payment_id,
    role: row.role,
    refund: row.refund,
    uncaptured: row.uncaptured,
    flows: Object.fromEntries(
      parts.flows.filter(isOf).map(({ debit, credit, paise }) => [`${debit}/${credit}`, Number(paise)]),
    ),
    status: row.status,
    amountPaise,
    currency: row.currency,
    autoRefundAt: row.auto_refund_at === null || isDisputed ? null : new Date(row.auto_refund_at),
    refunds: parts.refunds.filter(isOf).map(refundOfRow),
    disputes,
  };
}

/** @returns the order; amounts become numbers of paise @throws UnreadableRow */
export function orderOf(
  row: Selectable<Schema['orders']> & { booking_lease: BookingLease },
  parts: OrderParts,
): Order {
  return {
    id: row.id,
    bookingNumber: row.booking_number,
    exchanges: row.exchanges,
    providerOrderId: row.provider_order_id,
    requestId: row.request_id,
    state: row.state,
    booking: row.booking,
    batch: orderBatch.parse(row.batch, row.id),
    price: {
      unitPaise: Number(row.unit_paise),
      seats: row.seats,
      subTotalPaise: Number(row.sub_total_paise),
      discountPaise: Number(row.discount_paise),
      taxablePaise: Number(row.sub_total_paise) - Number(row.discount_paise),
      gstPaise: Number(row.gst_paise),
      totalPaise: Number(row.total_paise),
    },
    terms: orderTerms.parse(row.terms, row.id),
    couponCode: row.coupon_code,
    billingState: row.billing_state,
    supplierState: row.supplier_state,
    placeOfSupply: row.place_of_supply,
    placeAssumed: row.place_assumed,
    company: orderCompany.parse(row.company, row.id),
    billingAddress: orderAddress.parse(row.billing_address, row.id),
    contact: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phoneNumber: row.phone_number,
    },
    attendees: orderAttendees.parse(row.attendees, row.id),
    attendeesVersion: row.attendees_version,
    attendeesReported: row.attendees_reported,
    receiptToken: row.receipt_token,
    paymentId: row.payment_id,
    bookingOverdue: row.booking_overdue,
    cancelledSeats: row.cancelled_seats,
    reportedSeats: row.reported_seats,
    reviewReason: row.review_reason,
    bookingAttempts: row.booking_attempts,
    bookingBody: row.booking_body,
    bookingLease: row.booking_lease,
    paidAt: row.paid_at,
    movedAt: row.moved_at,
    bookedAt: row.booked_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    seatHold: row.seat_hold,
    heldUntil: row.held_until,
    payments: parts.payments.map((payment) => paymentOfRow(payment, parts)),
  };
}
