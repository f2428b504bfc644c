/** Computes what a cancellation refunds before it is made; `decide` commits the same amounts. */
import { refundPaise } from '@meridian/contracts/checkout/refund-policy';
import { factsOf, type Order } from '../orders/order.ts';
import { dueAfterCancelling } from '../orders/state/operator-steps.ts';
import { payingPart } from '../orders/state/order-facts.ts';
import { percentOf } from '../orders/terms.ts';

export interface CancellationSums {
  seats: number;
  /** Price paid for these seats, GST included. */
  pricePaise: number;
  /** Percentage that the terms of the sale refund now. */
  percent: number;
  refundPaise: number;
  retainedPaise: number;
}

/**
 * @param wanted number of seats; undefined: all that are left
 * @returns undefined if the order is not booked or has fewer seats left; then nothing is cancelled
 */
export function cancellationSums(order: Order, now: Date, wanted?: number): CancellationSums | undefined {
  const facts = factsOf(order);
  const paying = payingPart(facts);
  const left = facts.seats - facts.cancelledSeats;
  const seats = wanted ?? left;
  if (!paying || facts.booking !== 'booked' || seats > left || left === 0) return undefined;
  const percent = percentOf(order, now);
  const pricePaise =
    dueAfterCancelling(facts, paying, seats, 100) - dueAfterCancelling(facts, paying, seats, 0);
  const given = refundPaise(pricePaise, percent);
  return { seats, pricePaise, percent, refundPaise: given, retainedPaise: pricePaise - given };
}
