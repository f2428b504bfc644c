/** The seats of an order: their attendees, and whether open seats can be filled. */
import { type Attendee, type AttendeeSeats, emailKey } from '@meridian/contracts/enrolment/attendees';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import { isErased, type Order } from '../orders/order.ts';
import { payerStateOf } from '../statement/status.ts';

/** @returns the number of seats without an attendee, not counting cancelled seats */
export function openSeats({ price, cancelledSeats, attendees }: Order): number {
  return Math.max(0, price.seats - cancelledSeats - attendees.length);
}

/** @returns why the order has no seats for attendees, as a message for the payer; undefined if it has seats */
function noSeatsReason(order: Order): string | undefined {
  if (isErased(order)) return 'The details of this order were erased: attendees can no longer be named.';
  const state = payerStateOf(order);
  if (state === 'open' || state === 'confirming') return 'Attendees can be named after this order is paid.';
  if (state !== 'paid' && state !== 'booked')
    return 'No seats are booked for this order: attendees cannot be named.';
  if (order.cancelledSeats >= order.price.seats)
    return 'No seats are booked for this order: attendees cannot be named.';
  return undefined;
}

/** @returns why no attendees can be named, as a message for the payer; undefined if they can be named */
export function closedReason(order: Order, now: Date): string | undefined {
  const noSeats = noSeatsReason(order);
  if (noSeats !== undefined) return noSeats;
  const lastDay = readDay(order.batch.end_date);
  if (lastDay !== null && lastDay < dayInIndia(now))
    return 'This course has ended: attendees can no longer be named.';
  return undefined;
}

const addressesOf = (people: readonly Attendee[]) =>
  people
    .map(({ email }) => emailKey(email))
    .toSorted()
    .join(' ');

/**
 * Names can be corrected after the course too, because certificates show them.
 * @returns why an operator cannot replace the attendees by these people; undefined if the operator can
 */
export function replacementRefusal(order: Order, people: readonly Attendee[], now: Date): string | undefined {
  const noSeats = noSeatsReason(order);
  if (noSeats !== undefined) return noSeats;
  const isRenaming = addressesOf(order.attendees) === addressesOf(people);
  if (isRenaming || closedReason(order, now) === undefined) return undefined;
  return 'This course has ended: only the names of the attendees can be corrected.';
}

/** @returns the seats as the payer sees them */
export function attendeeSeatsOf(order: Order, now: Date): AttendeeSeats {
  const empty = openSeats(order);
  return {
    attendees: [...order.attendees, ...Array.from({ length: empty }, () => null)],
    attendees_open: empty > 0 && closedReason(order, now) === undefined,
  };
}
