/** How an operator's decisions change an order. A decision that does not apply returns the facts unchanged. */
import { keptDiscount } from '@meridian/contracts/checkout/discount';
import { discountedPrice } from '@meridian/contracts/checkout/discounted-price';
import { refundPaise } from '@meridian/contracts/checkout/refund-policy';
import {
  bookingIsDue,
  type DisputePart,
  isTaken,
  type OrderFacts,
  type PaymentPart,
  payingPart,
  payingPayment,
  returnedPaise,
  shortfallPaise,
  underWayPaise,
  withPart,
} from './order-facts.ts';

/** True if nothing of it was refunded or is about to be. */
function isWhole(part: PaymentPart): boolean {
  return returnedPaise(part) + underWayPaise(part) === 0;
}

/** Sends the booking (again), or accepts a captured payment of another amount as this order's payment. */
export function operatorBooks(facts: OrderFacts): OrderFacts {
  if (facts.erased) return facts;
  const paying = payingPayment(facts);
  const acceptable = Object.entries(facts.payments).find(
    ([, part]) => part.role === 'stray' && !part.uncaptured && isWhole(part),
  )?.[0];
  const paymentId = paying ?? acceptable;
  const part = paymentId === undefined ? undefined : facts.payments[paymentId];
  if (paymentId === undefined || !part || !isWhole(part)) return facts;
  if (paying !== null && !['review', 'due', 'dropped'].includes(facts.booking)) return facts;
  const accepted = withPart(facts, paymentId, { ...part, role: 'pays', duePaise: 0 });
  return { ...accepted, booking: 'ordered', overdue: false };
}

/** Holds back a booking that is still to be sent. */
export function operatorUnbooks(facts: OrderFacts): OrderFacts {
  return bookingIsDue(facts) ? { ...facts, booking: 'review' } : facts;
}

/** Drops the booking: the money is refunded. */
export function operatorRefunds(facts: OrderFacts): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  if (paymentId === null || !part || !(bookingIsDue(facts) || facts.booking === 'review')) return facts;
  return { ...withPart(facts, paymentId, { ...part, duePaise: part.amountPaise }), booking: 'dropped' };
}

/** @returns how much is to be refunded for cancelled seats, in paise; the remaining seats keep their discount */
export function dueForCancelled(facts: OrderFacts, part: PaymentPart, cancelledSeats: number): number {
  if (cancelledSeats >= facts.seats) return part.amountPaise;
  const remainingSeats = facts.seats - cancelledSeats;
  const remainingPaise = discountedPrice(
    facts.unitPaise,
    remainingSeats,
    keptDiscount(facts, remainingSeats),
  ).totalPaise;
  return Math.max(0, Math.min(part.amountPaise, facts.totalPaise) - remainingPaise);
}

/** @returns what has to go back in all once more seats are cancelled, in paise */
export function dueAfterCancelling(
  facts: OrderFacts,
  part: PaymentPart,
  seats: number,
  percent: number,
): number {
  const earlierPaise = facts.cancelledSeats === 0 ? 0 : dueForCancelled(facts, part, facts.cancelledSeats);
  const pricePaise = dueForCancelled(facts, part, facts.cancelledSeats + seats) - earlierPaise;
  return Math.min(part.duePaise, earlierPaise) + refundPaise(pricePaise, percent);
}

/**
 * Cancels seats of a booking; their part of the price is to be refunded. While the refund of an earlier cancellation is
 * unanswered nothing more is cancelled, so the command may be repeated after a crash.
 *
 * @param percent of their price that is refunded; what an earlier cancellation retained stays retained
 */
export function operatorCancels(facts: OrderFacts, seats: number, percent = 100): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  const cancelledSeats = facts.cancelledSeats + seats;
  if (paymentId === null || !part || facts.booking !== 'booked') return facts;
  const unanswered = Object.values(part.refunds).some(({ state }) => state === 'requested');
  if (unanswered || shortfallPaise(part) > 0) return facts;
  if (!Number.isInteger(seats) || seats < 1 || cancelledSeats > facts.seats) return facts;
  const duePaise = Math.max(part.duePaise, dueAfterCancelling(facts, part, seats, percent));
  return { ...withPart(facts, paymentId, { ...part, duePaise }), cancelledSeats, returnUndecided: false };
}

function mapParts(facts: OrderFacts, change: (part: PaymentPart) => PaymentPart): OrderFacts {
  let next = facts;
  for (const [paymentId, part] of Object.entries(facts.payments)) {
    const changed = change(part);
    if (changed !== part) next = withPart(next, paymentId, changed);
  }
  return next;
}

/** Records that all due money that is not under way was refunded by a transfer that the operator names. */
export function operatorTransfers(facts: OrderFacts): OrderFacts {
  return mapParts(facts, (part) => {
    const missingPaise = isTaken(part) ? shortfallPaise(part) : 0;
    return missingPaise > 0 ? { ...part, transferredPaise: part.transferredPaise + missingPaise } : part;
  });
}

function answered(part: PaymentPart): PaymentPart {
  const open = Object.entries(part.disputes).filter(([, { state }]) => state === 'open');
  if (open.length === 0) return part;
  const waiting = open.map(([id, dispute]): [string, DisputePart] => [id, { ...dispute, state: 'waiting' }]);
  return { ...part, disputes: { ...part.disputes, ...Object.fromEntries(waiting) } };
}

/**
 * Records that the tasks outside the product are done: the booking was made (or, if its money is refunded, cancelled),
 * disputes are answered. Does not affect money that is due, nor what the upstream has of a booking.
 */
export function operatorCloses(facts: OrderFacts): OrderFacts {
  const part = payingPart(facts);
  const goesBack = part !== undefined && part.duePaise >= part.amountPaise;
  const booking = facts.booking !== 'review' ? facts.booking : goesBack ? 'dropped' : 'booked';
  const next = mapParts(facts, answered);
  const isNew = next !== facts || booking !== facts.booking || facts.returnUndecided;
  if (!isNew) return facts;
  return { ...next, booking, returnUndecided: false };
}
