import { type Attendee, type AttendeeSeats, emailKey } from '@meridian/contracts/enrolment/attendees';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { transact } from '../../platform/database/transact.ts';
import type { Order } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';
import { attendeeSeatsOf, closedReason, openSeats } from './open-seats.ts';
import { reportAttendees } from './report-attendees.ts';

export type NamedAttendees =
  | { kind: 'named'; data: AttendeeSeats }
  /** Nothing was changed; `data` has the current seats. */
  | { kind: 'refused'; message: string; errors?: FieldErrors; data: AttendeeSeats };

interface Refusal {
  message: string;
  errors?: FieldErrors;
}

const taken = 'This email address is named for another seat of this order';

/** @returns the people who are not named yet, or why the list is refused */
function addedAttendeesOf(order: Order, people: readonly Attendee[]): Attendee[] | Refusal {
  const named = new Map(order.attendees.map(({ name, email }) => [emailKey(email), name]));
  const errors: FieldErrors = {};
  const addedAttendees = people.filter(({ name, email }, index) => {
    const known = named.get(emailKey(email));
    if (known !== undefined && known !== name) errors[`attendees.${index}.email`] = [taken];
    return known === undefined;
  });
  if (Object.keys(errors).length > 0) return { message: `${taken}.`, errors };
  const empty = openSeats(order);
  if (addedAttendees.length <= empty) return addedAttendees;
  const seats = empty === 0 ? 'No seat is' : empty === 1 ? 'Only 1 seat is' : `Only ${empty} seats are`;
  const message = `${seats} empty.`;
  return { message, errors: { attendees: [message] } };
}

/**
 * Fills empty seats of an order with all of the people or none. People who already have a seat keep it, so
 * the call is idempotent.
 *
 * @param token token of the receipt, which authorizes the call
 * @returns undefined if no order has this token
 */
export function nameAttendees(
  deps: OrderWriter & { now: () => Date },
  token: string,
  people: readonly Attendee[],
): Promise<NamedAttendees | undefined> {
  return transact(deps.database, async (transaction): Promise<NamedAttendees | undefined> => {
    const order = await lockOrder(transaction, 'receipt_token', token);
    if (!order) return undefined;
    const seatsOf = (changed: Order) => attendeeSeatsOf(changed, deps.now());
    const closed = closedReason(order, deps.now());
    if (closed !== undefined) return { kind: 'refused', message: closed, data: seatsOf(order) };
    const addedAttendees = addedAttendeesOf(order, people);
    if ('message' in addedAttendees) return { kind: 'refused', ...addedAttendees, data: seatsOf(order) };
    if (addedAttendees.length === 0) return { kind: 'named', data: seatsOf(order) };
    const attendees = [...order.attendees, ...addedAttendees];
    await reportAttendees(deps, transaction, order, attendees);
    return { kind: 'named', data: seatsOf({ ...order, attendees }) };
  });
}
