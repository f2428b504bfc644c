/**
 * Determines which attendees lose their seats in a cancellation of some seats. Attendees who are not selected
 * keep theirs.
 */
import { type Attendee, emailKey } from '@meridian/contracts/enrolment/attendees';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { invalidField } from '../../platform/refusal.ts';
import { reportAttendees } from '../bookings/report-attendees.ts';
import { enqueueLeavingMails } from '../orders/effects/enqueue-order-mails.ts';
import type { Order } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';

interface Cancellation {
  /** Number of seats that are cancelled. */
  seats: number;
  /** Email addresses of the selected attendees. */
  leaving?: readonly string[] | undefined;
}

const countOf = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const refuse = (message: string) => invalidField('attendees_unchosen', 'attendees', message);

/**
 * @returns the attendees who leave; none if all seats are cancelled, because that ends the whole booking
 * @throws Refusal `invalid` if more people remain named than seats, more people leave than seats are
 * cancelled, or an address is not an attendee's
 */
export function leavingOf(
  { attendees, price, cancelledSeats }: Order,
  { seats, leaving = [] }: Cancellation,
): Attendee[] {
  const seatsAfter = price.seats - cancelledSeats - seats;
  if (seatsAfter <= 0) return [];
  const keys = new Set(leaving.map(emailKey));
  const chosen = attendees.filter(({ email }) => keys.has(emailKey(email)));
  if (chosen.length < keys.size) throw refuse('Only attendees of this order can leave it');
  if (chosen.length > seats)
    throw refuse(
      `${countOf(chosen.length, 'person leaves', 'people leave')}, and only ${countOf(seats, 'seat is', 'seats are')} cancelled`,
    );
  const toChoose = attendees.length - chosen.length - seatsAfter;
  if (toChoose > 0)
    throw refuse(
      `${attendees.length - chosen.length} people are named for the ${countOf(seatsAfter, 'seat that remains', 'seats that remain')}: choose ${countOf(toChoose, 'person who leaves', 'people who leave')}`,
    );
  return chosen;
}

/**
 * Removes the leaving attendees from the order before its seats are cancelled, so that the upstream never has
 * more people than seats. Each gets a cancellation by email.
 *
 * @param order locked by the caller
 * @returns the order after the change
 * @throws Refusal as {@link leavingOf}
 */
export async function removeLeaving(
  transaction: Transaction<Database>,
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  order: Order,
  cancellation: Cancellation & { note: string },
): Promise<Order> {
  const leaving = leavingOf(order, cancellation);
  if (leaving.length === 0) return order;
  const staying = order.attendees.filter((person) => !leaving.includes(person));
  const { note } = cancellation;
  await reportAttendees({ jobs }, transaction, order, staying, { source: 'operator', note });
  await enqueueLeavingMails(transaction, jobs, order, leaving);
  return (await lockOrder(transaction, 'id', order.id)) ?? order;
}
