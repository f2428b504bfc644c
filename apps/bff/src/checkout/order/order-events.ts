/** What can happen to an order. Events may be old, repeated or out of order. */
import type { RefundState } from './order-facts.ts';

/** The payment that a refund or a dispute is about, as it was told beside it. */
interface AboutPayment {
  paymentId: string;
  paymentPaise: number;
  currency: string;
}

export type RefundSeen = AboutPayment & {
  kind: 'refund_seen';
  /** Our id. */
  refundId: string;
  amountPaise: number;
  state: Exclude<RefundState, 'requested'>;
  /** False for a payment that was only authorized: the provider gives it back by itself. */
  captured: boolean;
  /** Read from the provider just now, and so true whatever was told before. */
  fresh: boolean;
};

export type DisputeSeen = AboutPayment & {
  kind: 'dispute_seen';
  disputeId: string;
  /** `opened` and `action`: somebody has to answer; `waiting`: the bank decides. */
  phase: 'opened' | 'action' | 'waiting' | 'won' | 'lost' | 'closed';
  lostPaise: number;
};

export type OperatorEvent =
  | { kind: 'operator_book' }
  | { kind: 'operator_unbook' }
  /** Not to be booked: all the money goes back. */
  | { kind: 'operator_refund' }
  /** So many seats of a booking are cancelled: their money goes back. */
  | { kind: 'operator_cancel'; seats: number }
  /** What has to go back and is not on its way was given back outside the provider. */
  | { kind: 'operator_transfer' }
  | { kind: 'operator_close' };

export type OrderEvent =
  | { kind: 'payment_tried'; paymentId: string }
  | { kind: 'payment_captured'; paymentId: string; amountPaise: number; currency: string }
  | { kind: 'refund_requested'; paymentId: string; refundId: string; amountPaise: number }
  /** The provider said no to the request and made no refund. */
  | { kind: 'refund_refused'; paymentId: string; refundId: string }
  | RefundSeen
  | DisputeSeen
  | { kind: 'booking_confirmed' }
  /** The upstream said no, or may have done the work and cannot be asked again safely. */
  | { kind: 'booking_stuck'; mayBeMade: boolean }
  /** Paid after its seats were no longer held, and none are left. */
  | { kind: 'seats_gone' }
  /** The upstream knows that so many seats of the booking are cancelled in all. */
  | { kind: 'upstream_told'; cancelledSeats: number }
  /** Paid for so long and still not booked. */
  | { kind: 'booking_overdue' }
  | OperatorEvent;
