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

/** A refund of a payment. */
export interface OrderRefund {
  /** Our id, also the idempotency key at the provider. */
  id: string;
  /** Null until the provider has it. */
  providerRefundId: string | null;
  amountPaise: number;
  state: RefundState;
  source: Schema['refunds']['source'];
  /** Why the provider refused it. */
  reason: string | null;
}

export interface OrderDispute {
  id: string;
  state: DisputePart['state'];
  /** The provider's status. */
  status: string;
  phase: string | null;
  amountPaise: number;
  lostPaise: number;
  respondBy: Date | null;
}

/** A payment of an order. */
export interface OrderPayment {
  paymentId: string;
  role: Schema['order_payments']['role'];
  /** `done`: refunded in full; `due`: some of it is still due; `none`: nothing is to be refunded. */
  refund: Schema['order_payments']['refund'];
  uncaptured: boolean;
  /** Sums of its ledger entries. */
  flows: Flows;
  status: string;
  amountPaise: number;
  currency: string;
  /** When it is refunded automatically; null while nothing of it waits for a decision, or its bank decides first. */
  autoRefundAt: Date | null;
  refunds: readonly OrderRefund[];
  disputes: readonly OrderDispute[];
}

/**
 * `held`: a booking call is in progress; `expired`: its process died, and the outcome is unknown. By the database's
 * clock.
 */
export type BookingLease = 'none' | 'held' | 'expired';

/** An order with its payments. */
export interface Order {
  id: string;
  /** What people call it: six characters, unique. */
  bookingNumber: string;
  /** Id of the booking that this order replaces. */
  exchanges: string | null;
  /** Null until the provider has the order. */
  providerOrderId: string | null;
  /** Id of the request that opened it, as in the log. */
  requestId: string | null;
  state: OrderState;
  booking: BookingStep;
  batch: SoldBatch;
  price: DiscountedPrice;
  /** The terms that it was sold under; a change of the booking may change them. */
  terms: SaleTerms;
  /** The coupon of the discount. */
  couponCode: string | null;
  /** Two-digit codes of the states of buyer and supplier, if known. */
  billingState: string | null;
  supplierState: string | null;
  /** Two-digit code of the place of supply, decided when the order was made. */
  placeOfSupply: string | null;
  placeAssumed: boolean;
  company: Company | null;
  /** Of an unregistered buyer, if given. */
  billingAddress: BillingAddress | null;
  contact: { firstName: string; lastName: string; email: string; phoneNumber: string };
  /** The attendees named so far. */
  attendees: readonly Attendee[];
  /** Incremented with each change of the attendees. */
  attendeesVersion: number;
  /** The version that the upstream has; 0 if none. */
  attendeesReported: number;
  receiptToken: string;
  /** The payment that pays for the order. */
  paymentId: string | null;
  /** The booking has been due for so long that it needs a person. */
  bookingOverdue: boolean;
  cancelledSeats: number;
  /** How many of these the upstream knows. */
  reportedSeats: number;
  reviewReason: string | null;
  bookingAttempts: number;
  /** The booking's body at the first attempt. */
  bookingBody: string | null;
  bookingLease: BookingLease;
  paidAt: Date | null;
  /** When it was moved to its present batch, if it was. */
  movedAt: Date | null;
  bookedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** Whether its seats are held; null if seats are not counted. */
  seatHold: 'held' | 'released' | null;
  /** The end of the hold that the payer was shown. */
  heldUntil: Date | null;
  payments: readonly OrderPayment[];
}

/** @returns a payment as the state machine knows it */
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

/** @returns true if the payer's details were erased */
export function isErased(order: Order): boolean {
  return order.contact.email === '';
}

/** @returns the facts for the state machine */
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

/** @returns true if seats are booked; what happened to their money is another question */
export function isBooked(order: Order): boolean {
  return order.booking === 'booked' && order.cancelledSeats < order.price.seats;
}
