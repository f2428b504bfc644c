/** What an operator's decision does to an order; one that does not fit returns the facts themselves. */
import { keptDiscount } from '@meridian/contracts/checkout/discount';
import { discountedPrice } from '@meridian/contracts/checkout/discounted-price';
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

/** Nothing of it went back, nor is about to. */
function isWhole(part: PaymentPart): boolean {
  return returnedPaise(part) + underWayPaise(part) === 0;
}

/** Sends the booking (again), or accepts a captured payment of another amount as the payment of this order. */
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

/** Holds a booking that is still to be sent. */
export function operatorUnbooks(facts: OrderFacts): OrderFacts {
  return bookingIsDue(facts) ? { ...facts, booking: 'review' } : facts;
}

/** Not to be booked: the money goes back. */
export function operatorRefunds(facts: OrderFacts): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  if (paymentId === null || !part || !(bookingIsDue(facts) || facts.booking === 'review')) return facts;
  return { ...withPart(facts, paymentId, { ...part, duePaise: part.amountPaise }), booking: 'dropped' };
}

/** @returns what a booking of fewer seats leaves to be given back of its payment, in paise; each kept seat keeps its discount */
export function dueForCancelled(facts: OrderFacts, part: PaymentPart, cancelledSeats: number): number {
  if (cancelledSeats >= facts.seats) return part.amountPaise;
  const keptSeats = facts.seats - cancelledSeats;
  const keptPaise = discountedPrice(facts.unitPaise, keptSeats, keptDiscount(facts, keptSeats)).totalPaise;
  return Math.max(0, Math.min(part.amountPaise, facts.totalPaise) - keptPaise);
}

/**
 * Seats of a booking are cancelled, and their part of the price goes back. While the refund of an earlier
 * cancellation is not answered nothing more is cancelled: the same command may be repeated after a crash.
 */
export function operatorCancels(facts: OrderFacts, seats: number): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  const cancelledSeats = facts.cancelledSeats + seats;
  if (paymentId === null || !part || facts.booking !== 'booked') return facts;
  const unanswered = Object.values(part.refunds).some(({ state }) => state === 'requested');
  if (unanswered || shortfallPaise(part) > 0) return facts;
  if (!Number.isInteger(seats) || seats < 1 || cancelledSeats > facts.seats) return facts;
  const duePaise = Math.max(part.duePaise, dueForCancelled(facts, part, cancelledSeats));
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

/** What has to go back and is not on its way went back outside the provider: the operator names the transfer. */
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
 * All that was to be done outside is done: the booking was made (or, where its money goes back, cancelled), the
 * upstream knows of the cancelled seats, disputes are answered. It says nothing about money that has to go back.
 */
export function operatorCloses(facts: OrderFacts): OrderFacts {
  const part = payingPart(facts);
  const goesBack = part !== undefined && part.duePaise >= part.amountPaise;
  const booking = facts.booking !== 'review' ? facts.booking : goesBack ? 'dropped' : 'booked';
  const next = mapParts(facts, answered);
  const isNew =
    next !== facts ||
    booking !== facts.booking ||
    facts.returnUndecided ||
    facts.toldSeats !== facts.cancelledSeats;
  if (!isNew) return facts;
  return { ...next, booking, returnUndecided: false, toldSeats: facts.cancelledSeats };
}
