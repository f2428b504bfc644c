/** The events of an order. They may arrive late, repeated or out of order. */
import type { RefundState } from './order-facts.ts';

/** The payment of a refund or a dispute, as reported with it. */
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
  /** False for a payment that was only authorized: the payment provider refunds it automatically. */
  captured: boolean;
  /** True if just read from the payment provider, so that it overrides earlier reports. */
  fresh: boolean;
};

export type DisputeSeen = AboutPayment & {
  kind: 'dispute_seen';
  disputeId: string;
  /** `opened` and `action`: needs a response; `waiting`: the bank decides. */
  phase: 'opened' | 'action' | 'waiting' | 'won' | 'lost' | 'closed';
  lostPaise: number;
};

/**
 * How an operator accounts for money that was returned without a decision: as a price reduction (with a
 * credit note), as goodwill, or as lost in a dispute about a supplied service.
 */
export const returnReasons = ['price_reduction', 'goodwill', 'service_supplied'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** An operator's statement that closes one case. */
export type CaseClosed = { kind: 'case_settled' } & (
  | { statement: 'booked' }
  /** The booking was not made, or was cancelled at the upstream, and its money has been refunded. */
  | { statement: 'not_booked' }
  /** Money that was returned without a decision is accounted for as this; the seats stay booked. */
  | { statement: ReturnReason }
  | { statement: 'answered'; disputeId: string }
);

export type OperatorEvent =
  | { kind: 'operator_book' }
  | { kind: 'operator_withhold' }
  /** The order is not to be booked: the whole payment is refunded. */
  | { kind: 'operator_refund' }
  /** Unmatched payments are refunded. */
  | { kind: 'operator_returns_unmatched' }
  /** This number of seats is cancelled, and their price or the given share of it is refunded. */
  | {
      kind: 'operator_cancel';
      seats: number;
      percent?: number;
      /** True if a separate email tells the people about the cancellation. */
      isAnnounced?: boolean;
    }
  /** An amount is refunded and the seats stay. With a credit note it reduces the price. */
  | { kind: 'operator_goodwill'; paise: number; withNote: boolean }
  /** Owed money was refunded by bank transfer: an amount of one payment, or all owed money. */
  | { kind: 'operator_transfer'; reference: string; only?: { paymentId: string; amountPaise: number } }
  | CaseClosed;

export type OrderEvent =
  | { kind: 'payment_tried'; paymentId: string }
  | { kind: 'payment_captured'; paymentId: string; amountPaise: number; currency: string }
  | { kind: 'refund_requested'; paymentId: string; refundId: string; amountPaise: number }
  /** The payment provider refused the request and made no refund. */
  | { kind: 'refund_refused'; paymentId: string; refundId: string }
  | RefundSeen
  | DisputeSeen
  | { kind: 'booking_confirmed' }
  /** The upstream refused, or may have made the booking and cannot be asked again safely. */
  | { kind: 'booking_stuck'; mayExistUpstream: boolean }
  /**
   * Paid after the hold expired, and too few seats are left: the money is refunded, or an operator is asked
   * first.
   */
  | { kind: 'seats_gone'; policy: 'refund' | 'ask' }
  /**
   * The batch was called off, or the upstream refused the booking and no longer has the batch. The money is
   * refunded.
   */
  | { kind: 'batch_gone' }
  /** The deadline for a decision about this payment has passed. */
  | { kind: 'decision_overdue'; paymentId: string }
  /**
   * Moved to a cheaper batch: the difference of the price, GST included, and the part of it that is refunded.
   */
  | { kind: 'price_reduced'; differencePaise: number; refundPaise: number }
  /** The total of cancelled seats was reported to the upstream. */
  | { kind: 'upstream_notified'; cancelledSeats: number }
  /** Paid for a long time and still not booked. */
  | { kind: 'booking_overdue' }
  | OperatorEvent;
