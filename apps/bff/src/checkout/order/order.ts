import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { Company } from '@meridian/contracts/checkout/billing';
import type { DiscountedPrice } from '@meridian/contracts/checkout/discounted-price';
import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { RefundSource } from '../tables.ts';
import type { BookingStep, DisputePart, OrderFacts, PaymentPart, RefundState } from './order-facts.ts';
import type { OrderPaymentTable, SoldBatch } from './order-tables.ts';

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
  price: DiscountedPrice;
  /** Code of the coupon that the discount is of. */
  couponCode: string | null;
  /** Two-digit codes of the states of buyer and supplier, where they are known. */
  billingState: string | null;
  supplierState: string | null;
  /** Two-digit code, as the tax was decided when the order was made. */
  placeOfSupply: string | null;
  placeAssumed: boolean;
  company: Company | null;
  contact: { firstName: string; lastName: string; email: string; phoneNumber: string };
  /** Who sits in the seats, as far as people are named. */
  attendees: readonly Attendee[];
  /** Goes up with each change of them. */
  attendeesVersion: number;
  /** The version that the upstream was told last; 0 where none was. */
  attendeesTold: number;
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
  /** The bytes of the booking's first try. */
  bookingBody: string | null;
  bookingLease: BookingLease;
  paidAt: Date | null;
  bookedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** Whether its seats are held; null where nobody counts them. */
  seatHold: 'held' | 'released' | null;
  payments: readonly OrderPayment[];
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

/** @returns true where seats are the payer's: booked, and the money not (about to be) given back whole */
export function isBooked(order: Order): boolean {
  if (order.booking !== 'booked' || order.cancelledSeats >= order.price.seats) return false;
  const paying = order.payments.find(({ role }) => role === 'pays');
  return paying !== undefined && paying.refund !== 'done' && paying.duePaise < paying.amountPaise;
}
