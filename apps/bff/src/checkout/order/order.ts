import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { Price } from '@meridian/contracts/checkout/pricing';
import type { Selectable } from 'kysely';
import type {
  DisputeTable,
  OrderPaymentTable,
  OrderTable,
  RefundSource,
  RefundTable,
  SoldBatch,
} from '../tables.ts';
import type { BookingStep, DisputePart, OrderFacts, PaymentPart, RefundState } from './order-facts.ts';

/** A refund as it is kept with its payment. */
export interface OrderRefund {
  /** Ours, also the idempotency key at the provider. */
  id: string;
  /** Null until the provider has it. */
  providerRefundId: string | null;
  amountPaise: number;
  state: RefundState;
  source: RefundSource;
  /** Why the provider did not make it. */
  reason: string | null;
}

export interface OrderDispute {
  id: string;
  state: DisputePart['state'];
  /** In the provider's words. */
  status: string;
  phase: string | null;
  amountPaise: number;
  lostPaise: number;
  respondBy: Date | null;
}

/** A payment as it is kept with its order. */
export interface OrderPayment {
  paymentId: string;
  role: OrderPaymentTable['role'];
  /** `done`: all of it went back; `due`: some of it still has to; `none`: what is here stays here. */
  refund: OrderPaymentTable['refund'];
  duePaise: number;
  transferredPaise: number;
  uncaptured: boolean;
  status: string;
  amountPaise: number;
  currency: string;
  refunds: readonly OrderRefund[];
  disputes: readonly OrderDispute[];
}

/**
 * `held`: a booking call is under way; `expired`: its process died, and nobody knows how the call ended. By the
 * database's clock.
 */
export type BookingLease = 'none' | 'held' | 'expired';

/** An order with the payments seen for it. */
export interface Order {
  id: string;
  /** Null until the provider has the order. */
  providerOrderId: string | null;
  /** Of the request that opened it, as in the log. */
  requestId: string | null;
  state: OrderState;
  booking: BookingStep;
  batch: SoldBatch;
  price: Price;
  contact: { firstName: string; lastName: string; email: string; phoneNumber: string };
  receiptToken: string;
  /** The payment that pays for the order. */
  paymentId: string | null;
  /** The booking has been due for so long that a person has to look. */
  bookingOverdue: boolean;
  cancelledSeats: number;
  /** How many of these the upstream has been told of. */
  toldSeats: number;
  returnUndecided: boolean;
  reviewReason: string | null;
  bookingAttempts: number;
  bookingLease: BookingLease;
  paidAt: Date | null;
  bookedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  payments: readonly OrderPayment[];
}

type Json<Row> = { [Column in keyof Row]: Row[Column] extends Date | null ? string | null : Row[Column] };
type PaymentRow = Pick<
  Selectable<OrderPaymentTable>,
  | 'payment_id'
  | 'role'
  | 'refund'
  | 'due_paise'
  | 'transferred_paise'
  | 'uncaptured'
  | 'status'
  | 'amount_paise'
  | 'currency'
>;
type RefundRow = Pick<
  Selectable<RefundTable>,
  'id' | 'payment_id' | 'razorpay_refund_id' | 'amount_paise' | 'state' | 'source' | 'reason'
>;
type DisputeRow = Json<
  Pick<
    Selectable<DisputeTable>,
    'id' | 'payment_id' | 'state' | 'status' | 'phase' | 'amount_paise' | 'lost_paise' | 'respond_by'
  >
>;

/** The rows below an order's own. */
export interface OrderParts {
  payments: readonly PaymentRow[];
  refunds: readonly RefundRow[];
  disputes: readonly DisputeRow[];
}

function refundOfRow(row: RefundRow): OrderRefund {
  return {
    id: row.id,
    providerRefundId: row.razorpay_refund_id,
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
  const isOf = ({ payment_id: paymentId }: { payment_id: string }) => paymentId === row.payment_id;
  // Versions before 0006 wrote no sum: what they call due is the whole amount, and what is done went back unseen.
  const former = row.due_paise === null && (row.role === 'stray' || row.refund !== 'none');
  return {
    paymentId: row.payment_id,
    role: row.role,
    refund: row.refund,
    duePaise: former ? amountPaise : Number(row.due_paise ?? 0),
    transferredPaise: former && row.refund === 'done' ? amountPaise : Number(row.transferred_paise),
    uncaptured: row.uncaptured,
    status: row.status,
    amountPaise,
    currency: row.currency,
    refunds: parts.refunds.filter(isOf).map(refundOfRow),
    disputes: parts.disputes.filter(isOf).map(disputeOfRow),
  };
}

/** @returns the order that its rows make; amounts become numbers of paise */
export function orderOf(
  row: Selectable<OrderTable> & { booking_lease: BookingLease },
  parts: OrderParts,
): Order {
  return {
    id: row.id,
    providerOrderId: row.razorpay_order_id,
    requestId: row.request_id,
    state: row.state,
    booking: row.booking,
    batch: row.batch,
    price: {
      unitPaise: Number(row.unit_paise),
      seats: row.seats,
      subTotalPaise: Number(row.sub_total_paise),
      gstPaise: Number(row.gst_paise),
      totalPaise: Number(row.total_paise),
    },
    contact: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phoneNumber: row.phone_number,
    },
    receiptToken: row.receipt_token,
    paymentId: row.payment_id,
    bookingOverdue: row.booking_overdue,
    cancelledSeats: row.cancelled_seats,
    toldSeats: row.told_seats,
    returnUndecided: row.return_undecided,
    reviewReason: row.review_reason,
    bookingAttempts: row.booking_attempts,
    bookingLease: row.booking_lease,
    paidAt: row.paid_at,
    bookedAt: row.booked_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    payments: parts.payments.map((payment) => paymentOfRow(payment, parts)),
  };
}

function partOf(payment: OrderPayment): PaymentPart {
  const { role, amountPaise, duePaise, transferredPaise, uncaptured } = payment;
  return {
    ...{ role, amountPaise, duePaise, transferredPaise, uncaptured },
    refunds: Object.fromEntries(
      payment.refunds.map(({ id, amountPaise: paise, state }) => [id, { amountPaise: paise, state }]),
    ),
    disputes: Object.fromEntries(
      payment.disputes.map(({ id, state, lostPaise }) => [id, { state, lostPaise }]),
    ),
  };
}

/** @returns true where the payer's details were erased: nobody knows any more who buys */
export function isErased(order: Order): boolean {
  return order.contact.email === '';
}

/** @returns what the state machine has to know of an order */
export function factsOf(order: Order): OrderFacts {
  return {
    unitPaise: order.price.unitPaise,
    seats: order.price.seats,
    totalPaise: order.price.totalPaise,
    erased: isErased(order),
    booking: order.booking,
    overdue: order.bookingOverdue,
    cancelledSeats: order.cancelledSeats,
    toldSeats: order.toldSeats,
    returnUndecided: order.returnUndecided,
    payments: Object.fromEntries(order.payments.map((payment) => [payment.paymentId, partOf(payment)])),
  };
}

/** @returns true where seats are the payer's: booked, and the money not (about to be) given back whole */
export function isBooked(order: Order): boolean {
  if (order.booking !== 'booked' || order.cancelledSeats >= order.price.seats) return false;
  const paying = order.payments.find(({ role }) => role === 'pays');
  return paying !== undefined && paying.refund !== 'done' && paying.duePaise < paying.amountPaise;
}
