/** The events of an order. They may arrive late, repeated or out of order. */
import type { RefundState } from './order-facts.ts';

/** The payment of a refund or a dispute, as it was reported with it. */
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
  /** False for a payment that was only authorized: the provider refunds it automatically. */
  captured: boolean;
  /** Just read from the provider, so it overrides earlier reports. */
  fresh: boolean;
};

export type DisputeSeen = AboutPayment & {
  kind: 'dispute_seen';
  disputeId: string;
  /** `opened` and `action`: needs a response; `waiting`: the bank decides. */
  phase: 'opened' | 'action' | 'waiting' | 'won' | 'lost' | 'closed';
  lostPaise: number;
};

/** Kind of money returned without a decision: price reduction (with a credit note), goodwill, or lost to a dispute. */
export const returnReasons = ['price_reduction', 'goodwill', 'service_supplied'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** What an operator states about one case: what had to be done outside the product is done. */
export type CaseClosed = { kind: 'case_settled' } & (
  | { statement: 'booked' }
  /** The booking is not made, or is cancelled there; its money is refunded. */
  | { statement: 'not_booked' }
  /** Kind of money returned without a decision; the seats stay booked. */
  | { statement: ReturnReason }
  | { statement: 'answered'; disputeId: string }
);

export type OperatorEvent =
  | { kind: 'operator_book' }
  | { kind: 'operator_withhold' }
  /** Not to be booked: all the money is refunded. */
  | { kind: 'operator_refund' }
  /** Payments that pay for no order are refunded. */
  | { kind: 'operator_returns_unmatched' }
  /** So many seats of a booking are cancelled and refunded, or that share of their price. */
  | {
      kind: 'operator_cancel';
      seats: number;
      percent?: number;
      /** Its people get another email about it. */
      isAnnounced?: boolean;
    }
  /** An amount is refunded and the seats stay. With a note it reduces the price. */
  | { kind: 'operator_goodwill'; paise: number; withNote: boolean }
  /** Owed money was refunded outside the provider: of one payment, or all there is. */
  | { kind: 'operator_transfer'; reference: string; only?: { paymentId: string; amountPaise: number } }
  | CaseClosed;

export type OrderEvent =
  | { kind: 'payment_tried'; paymentId: string }
  | { kind: 'payment_captured'; paymentId: string; amountPaise: number; currency: string }
  | { kind: 'refund_requested'; paymentId: string; refundId: string; amountPaise: number }
  /** The provider refused the request and made no refund. */
  | { kind: 'refund_refused'; paymentId: string; refundId: string }
  | RefundSeen
  | DisputeSeen
  | { kind: 'booking_confirmed' }
  /** The upstream refused, or may have done the work and cannot be asked again safely. */
  | { kind: 'booking_stuck'; mayExistUpstream: boolean }
  /** Paid after its hold expired, and no seats are left: the money is refunded, or an operator is asked first. */
  | { kind: 'seats_gone'; policy: 'refund' | 'ask' }
  /** The upstream refused, and no longer has the batch: the money is refunded. */
  | { kind: 'batch_gone' }
  /** Nobody has decided about the money of this payment in time. */
  | { kind: 'decision_overdue'; paymentId: string }
  /** Moved to a cheaper batch: the difference of the price, GST included, and the share of it that is refunded. */
  | { kind: 'price_reduced'; differencePaise: number; refundPaise: number }
  /** Cancellation reported to the upstream of so many seats in all. */
  | { kind: 'upstream_notified'; cancelledSeats: number }
  /** Paid for a long time and still not booked. */
  | { kind: 'booking_overdue' }
  | OperatorEvent;
