import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { BillingAddress, Company } from '@meridian/contracts/checkout/billing';
import type { DiscountedPrice } from '@meridian/contracts/checkout/discounted-price';
import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { BookingStep, DisputePart, OrderFacts, PaymentPart, RefundState } from './state/order-facts.ts';
import type { OrderPaymentTable, SoldBatch } from './store/order-tables.ts';
import type { RefundSource } from './store/tables.ts';
import type { SaleTerms } from './terms.ts';

/** A refund of a payment. */
export interface OrderRefund {
  /** Our id, also the idempotency key at the provider. */
  id: string;
  /** Null until the provider has it. */
  providerRefundId: string | null;
  amountPaise: number;
  state: RefundState;
  source: RefundSource;
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
  role: OrderPaymentTable['role'];
  /** `done`: refunded in full; `due`: some of it is still due; `none`: nothing is to be refunded. */
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
 * `held`: a booking call is under way; `expired`: its process died, and the outcome is unknown. By the database's
 * clock.
 */
export type BookingLease = 'none' | 'held' | 'expired';

/** An order with its payments. */
export interface Order {
  id: string;
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
  /** Of a buyer who is not registered, as far as it was told. */
  billingAddress: BillingAddress | null;
  contact: { firstName: string; lastName: string; email: string; phoneNumber: string };
  /** The attendees named so far. */
  attendees: readonly Attendee[];
  /** Incremented with each change of the attendees. */
  attendeesVersion: number;
  /** The version that the upstream has; 0 if none. */
  attendeesTold: number;
  receiptToken: string;
  /** The payment that pays for the order. */
  paymentId: string | null;
  /** The booking has been due for so long that it needs a person. */
  bookingOverdue: boolean;
  cancelledSeats: number;
  /** How many of these the upstream knows. */
  toldSeats: number;
  returnUndecided: boolean;
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
  /** Whether its seats are held; null where seats are not counted. */
  seatHold: 'held' | 'released' | null;
  payments: readonly OrderPayment[];
}

function partOf(payment: OrderPayment): PaymentPart {
  const { role, amountPaise, duePaise, transferredPaise, uncaptured } = payment;
  return {
    role,
    amountPaise,
    duePaise,
    transferredPaise,
    uncaptured,
    refunds: Object.fromEntries(
      payment.refunds.map(({ id, amountPaise: paise, state }) => [id, { amountPaise: paise, state }]),
    ),
    disputes: Object.fromEntries(
      payment.disputes.map(({ id, state, lostPaise }) => [id, { state, lostPaise }]),
    ),
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
    discountPaise: order.price.discountPaise,
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

/** @returns true if the seats are the payer's: booked, and the money not (about to be) refunded in full */
export function isBooked(order: Order): boolean {
  if (order.booking !== 'booked' || order.cancelledSeats >= order.price.seats) return false;
  const paying = order.payments.find(({ role }) => role === 'pays');
  return paying !== undefined && paying.refund !== 'done' && paying.duePaise < paying.amountPaise;
}
