import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { BillingAddress, Company } from '@meridian/contracts/enrolment/billing';
import type { DiscountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import type { OrderState } from '@meridian/contracts/enrolment/orders';
import { taxRateOn } from '@meridian/contracts/enrolment/tax-rates';
import { dayInIndia } from '@meridian/contracts/india-time';
import type { Schema } from '../../platform/database/schema.ts';
import type { Flows } from './state/ledger.ts';
import type { BookingStep, DisputePart, OrderFacts, PaymentPart, RefundState } from './state/order-facts.ts';
import type { SoldBatch } from './store/order-tables.ts';
import type { SaleTerms } from './terms.ts';

export interface OrderRefund {
  /** Our id, also the idempotency key at the payment provider. */
  id: string;
  /** Null until the payment provider has the refund. */
  providerRefundId: string | null;
  amountPaise: number;
  state: RefundState;
  source: Schema['refunds']['source'];
  /** Why the payment provider refused the refund. */
  reason: string | null;
}

export interface OrderDispute {
  id: string;
  state: DisputePart['state'];
  /** The payment provider's status. */
  status: string;
  phase: string | null;
  amountPaise: number;
  lostPaise: number;
  respondBy: Date | null;
}

export interface OrderPayment {
  paymentId: string;
  role: Schema['order_payments']['role'];
  /**
   * `done`: refunded in full; `due`: part of it is still to be refunded; `none`: nothing is to be refunded.
   */
  refund: Schema['order_payments']['refund'];
  uncaptured: boolean;
  /** Sums of the payment's ledger entries. */
  flows: Flows;
  status: string;
  amountPaise: number;
  currency: string;
  /**
   * When the payment is refunded automatically; null if no amount waits for a decision, or if the bank has to
   * decide a dispute first.
   */
  autoRefundAt: Date | null;
  refunds: readonly OrderRefund[];
  disputes: readonly OrderDispute[];
}

/**
 * `held`: a booking call is in progress; `expired`: the result of an earlier call is unknown, because its
 * process died or its answer was lost. By the database's clock.
 */
export type BookingLease = 'none' | 'held' | 'expired';

export interface Order {
  id: string;
  /** The number that people use for the booking: six characters, unique. */
  bookingNumber: string;
  /** Id of the booked order that this order replaces. */
  exchanges: string | null;
  /** Null until the payment provider has the order. */
  providerOrderId: string | null;
  /** Id of the request that opened the order, as in the log. */
  requestId: string | null;
  state: OrderState;
  booking: BookingStep;
  batch: SoldBatch;
  price: DiscountedPrice;
  /** The terms of the sale. A change of the booking may change them. */
  terms: SaleTerms;
  /** The coupon that gave the discount. */
  couponCode: string | null;
  /** Two-digit codes of the states of buyer and supplier, if known. */
  billingState: string | null;
  supplierState: string | null;
  /** Two-digit code of the place of supply, decided when the order was made. */
  placeOfSupply: string | null;
  placeAssumed: boolean;
  company: Company | null;
  /** Address of a buyer who is not a company, if entered. */
  billingAddress: BillingAddress | null;
  contact: { firstName: string; lastName: string; email: string; phoneNumber: string };
  attendees: readonly Attendee[];
  /** Incremented with each change of the attendees. */
  attendeesVersion: number;
  /** The version of the attendees that the upstream has; 0 if none. */
  attendeesReported: number;
  receiptToken: string;
  /** The payment that pays for the order. */
  paymentId: string | null;
  /** True if the booking has been due for so long that it needs an operator. */
  bookingOverdue: boolean;
  cancelledSeats: number;
  /** Number of cancelled seats that the upstream knows about. */
  reportedSeats: number;
  reviewReason: string | null;
  bookingAttempts: number;
  /** The body of the booking call's first attempt. */
  bookingBody: string | null;
  bookingLease: BookingLease;
  paidAt: Date | null;
  /** When the order was moved to its present batch; null if it was not moved. */
  movedAt: Date | null;
  bookedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** Whether the order's seats are held; null if seats are not counted. */
  seatHold: 'held' | 'released' | null;
  /** The end of the hold, as shown to the payer. */
  heldUntil: Date | null;
  payments: readonly OrderPayment[];
}

/** @returns a payment in the form of the state machine */
export function partOf({
  role,
  amountPaise,
  uncaptured,
  flows,
  refunds,
  disputes,
}: OrderPayment): PaymentPart {
  return {
    role,
    amountPaise,
    uncaptured,
    flows,
    refunds: Object.fromEntries(
      refunds.map(({ id, amountPaise: paise, state, source }) => [
        id,
        { amountPaise: paise, state, ours: source === 'operator' },
      ]),
    ),
    disputes: Object.fromEntries(disputes.map(({ id, state, lostPaise }) => [id, { state, lostPaise }])),
  };
}

export function isErased(order: Order): boolean {
  return order.contact.email === '';
}

export function factsOf(order: Order): OrderFacts {
  return {
    unitPaise: order.price.unitPaise,
    coupon: order.terms.coupon,
    repriced: order.terms.repriced,
    seats: order.price.seats,
    totalPaise: order.price.totalPaise,
    gstPercent: taxRateOn(dayInIndia(order.createdAt)).percent,
    erased: isErased(order),
    booking: order.booking,
    overdue: order.bookingOverdue,
    cancelledSeats: order.cancelledSeats,
    reportedSeats: order.reportedSeats,
    payments: Object.fromEntries(order.payments.map((payment) => [payment.paymentId, partOf(payment)])),
    posted: [],
  };
}

/** @returns true if seats are booked, whatever happened to their money */
export function isBooked(order: Order): boolean {
  return order.booking === 'booked' && order.cancelledSeats < order.price.seats;
}
