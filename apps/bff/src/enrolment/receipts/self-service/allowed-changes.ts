/** Decides which changes of an order its payer can make now. */

import { isHoursBefore } from '@meridian/contracts/enrolment/refund-policy';
import { type ChangeKind, changeKinds } from '@meridian/contracts/enrolment/self-service';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import { formatDay } from '@meridian/mail-templates/format';
import { factsOf, isBooked, isErased, type Order } from '../../orders/order.ts';
import { isDisputed, payingPart, undecidedPaise } from '../../orders/state/order-facts.ts';
import { lastDayToMoveTo } from '../../orders/terms.ts';

/** @returns the number of seats that are not cancelled */
export function seatsLeft({ price, cancelledSeats }: Order): number {
  return price.seats - cancelledSeats;
}

/** @returns a sentence for the payer that says why nothing can be changed; undefined if something can */
export function whyClosed(order: Order): string | undefined {
  if (isErased(order)) return 'The details of this order were erased: it can no longer be changed.';
  if (!isBooked(order)) return 'Only a confirmed booking that is not cancelled can be changed.';
  const paying = payingPart(factsOf(order));
  if (paying && isDisputed(paying))
    return 'The payment of this booking is disputed at the bank. It can be changed after the dispute has ended.';
  return undefined;
}

function hasBegun(order: Order, now: Date): boolean {
  const start = readDay(order.batch.start_date);
  return start === null || start <= dayInIndia(now);
}

const noMoveLeft = 'This booking can no longer be moved online. Please contact us.';

/** @returns the latest first day of a batch to which the payer may move the booking now; undefined if there is none */
export function lastDayToMove({ terms, batch }: Order, now: Date): string | undefined {
  return lastDayToMoveTo(terms, batch.start_date, now);
}

/** @returns a sentence for the payer that says why this change cannot be made; undefined if it can */
export function whyNot(order: Order, change: ChangeKind, now: Date): string | undefined {
  const closed = whyClosed(order);
  if (closed !== undefined) return closed;
  if (hasBegun(order, now)) return 'The course has begun: please contact us.';
  const paying = payingPart(factsOf(order));
  const isUnanswered =
    paying !== undefined && Object.values(paying.refunds).some(({ state }) => state === 'requested');
  if (change === 'cancel' && isUnanswered)
    return 'An earlier refund of this booking is still in progress. Please try again later.';
  // An operator first decides about money that was returned without a decision. Until then, the refund made
  // could differ from the refund shown.
  if (change === 'cancel' && paying !== undefined && undecidedPaise(paying) > 0)
    return 'Part of this booking was already refunded, and we are checking it. Please contact us.';
  if (change === 'move' && lastDayToMove(order, now) === undefined) return noMoveLeft;
  const { attendeesUntilHoursBefore: hours } = order.terms;
  if (change === 'attendees' && !isHoursBefore(order.batch.start_date, hours, now))
    return `Attendees could be replaced until ${hours === 1 ? '1 hour' : `${hours} hours`} before the batch begins. Please contact us.`;
  return undefined;
}

/**
 * @returns a sentence for the payer that says why the booking cannot be moved to a batch that begins on this
 * day; undefined if it can
 */
export function whyNotMovedTo(order: Order, startsOn: string, now: Date): string | undefined {
  const lastDay = lastDayToMove(order, now);
  if (lastDay === undefined) return noMoveLeft;
  if (startsOn <= lastDay) return undefined;
  return `This booking can be moved to a batch that begins by ${formatDay(lastDay)}. Please contact us.`;
}

export function allowedChanges(order: Order, now: Date): ChangeKind[] {
  return changeKinds.filter((change) => whyNot(order, change, now) === undefined);
}
