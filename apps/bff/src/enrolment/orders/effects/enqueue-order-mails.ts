/** Enqueues the mails that a change of an order causes. */

import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { ComposedKind } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import { enqueueMails, type NewMail } from '../../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { isErased, type Order } from '../order.ts';
import type { OrderEvent } from '../state/order-events.ts';
import { type OrderFacts, payingPayment } from '../state/order-facts.ts';
import { keyOf, othersOf } from './mail-people.ts';
import type { OrderEffect } from './order-effect.ts';

/** Delay of the mail about a pending booking. Most bookings are confirmed sooner, and need no such mail. */
const pendingAfterMs = 90_000;

function toPayer(order: Order, kind: ComposedKind, cause: string, facts: object = {}): NewMail {
  const { id: orderId, contact, version } = order;
  return { kind, cause, orderId, recipient: contact.email, facts: { sequence: version, ...facts } };
}

/** @returns a mail for each attendee, which says nothing about the other attendees or the order */
function toAttendees(
  order: Order,
  kind: 'attendee_confirmed' | 'booking_cancelled',
  people: readonly Attendee[],
  cause = `${kind}:${order.id}`,
): NewMail[] {
  return people.map(({ name, email }) => ({
    kind,
    cause: `${cause}:${keyOf(email)}`,
    orderId: order.id,
    recipient: email,
    facts: { sequence: order.version, attendee: { name, email } },
  }));
}

/** @returns the mails of a change; pure */
export function mailsOf(order: Order, before: OrderFacts, after: OrderFacts, event: OrderEvent): NewMail[] {
  const mails: NewMail[] = [];
  const { id } = order;
  if (payingPayment(before) === null && payingPayment(after) !== null)
    mails.push({
      ...toPayer(order, 'booking_pending', `booking_pending:${id}`),
      delayMs: pendingAfterMs,
    });
  if (before.booking !== 'booked' && after.booking === 'booked')
    mails.push(
      toPayer(order, 'booking_confirmed', `booking_confirmed:${id}`),
      ...toAttendees(order, 'attendee_confirmed', othersOf(order)),
    );
  if (before.booking !== 'late' && after.booking === 'late')
    mails.push(toPayer(order, 'payment_late', `payment_late:${id}`));
  if (!['booked', 'dropped'].includes(before.booking) && after.booking === 'dropped')
    mails.push(
      toPayer(order, 'seats_unavailable', `seats_unavailable:${id}`, {
        seatsGone: event.kind === 'seats_gone' || before.booking === 'late',
      }),
    );
  const seatsCancelled = after.cancelledSeats - before.cancelledSeats;
  const isAnnounced = event.kind === 'operator_cancel' && event.isAnnounced === true;
  if (seatsCancelled > 0 && !isAnnounced) {
    const seatsLeft = after.seats - after.cancelledSeats;
    const cause = `booking_cancelled:${id}:${after.cancelledSeats}`;
    mails.push(toPayer(order, 'booking_cancelled', cause, { seatsCancelled }));
    // After a partial cancellation, this function does not know which attendees leave.
    if (seatsLeft === 0) mails.push(...toAttendees(order, 'booking_cancelled', othersOf(order)));
  }
  return mails;
}

/** Enqueues the mails of a change, in its transaction. */
export const enqueueOrderMails: OrderEffect = async (transaction, { jobs, order, before, after, change }) => {
  if (isErased(order)) return;
  // The new version is the sequence of calendar files in these mails, and on the receipt from now on.
  const changed = { ...order, version: order.version + 1 };
  await enqueueMails(transaction, mailsOf(changed, before, after, change.event), jobs);
};

/**
 * Enqueues emails to attendees named after the booking. The cause contains the version of the list, so an
 * attendee who is removed and named again gets another mail.
 *
 * @param order the order with the new list
 */
export async function enqueueAttendeeMails(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
  before: readonly Attendee[],
): Promise<void> {
  if (order.booking !== 'booked' || isErased(order)) return;
  const known = new Set(before.map(({ email }) => keyOf(email)));
  const addedAttendees = othersOf(order).filter(({ email }) => !known.has(keyOf(email)));
  const cause = `attendee_confirmed:${order.id}:list ${order.attendeesVersion}`;
  await enqueueMails(transaction, toAttendees(order, 'attendee_confirmed', addedAttendees, cause), jobs);
}

/**
 * Enqueues the cancellation for attendees who leave an order in which others remain. The payer gets a
 * separate email about the seats.
 *
 * @param order the order before they leave
 */
export async function enqueueLeavingMails(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
  leaving: readonly Attendee[],
): Promise<void> {
  const others = othersOf({ ...order, attendees: leaving });
  const cause = `attendee_left:${order.id}:${order.attendeesVersion + 1}`;
  const changed = { ...order, version: order.version + 1 };
  await enqueueMails(transaction, toAttendees(changed, 'booking_cancelled', others, cause), jobs);
}
