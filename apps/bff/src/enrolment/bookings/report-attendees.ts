/**
 * The attendees of an order, and the attendees that the upstream has. `attendees_version` is the version of
 * the current list, `attendees_reported` the version that the upstream has. If the upstream accepts extra
 * fields, the booking call reports the attendees named at its first attempt. Other lists are sent as changes
 * of the booking.
 */

import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import type { Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { requestChange } from '../orders/changes/request-change.ts';
import { enqueueAttendeeMails } from '../orders/effects/enqueue-order-mails.ts';
import type { Order } from '../orders/order.ts';
import { recordInHistory } from '../orders/store/order-history.ts';
import type { EventSource } from '../orders/store/order-tables.ts';
import { writeOrderSearch } from '../search/order-search.ts';

/** @returns the columns of an order with attendees named at the checkout */
export function attendeeColumns(people: readonly Attendee[] = []) {
  return { attendees: JSON.stringify(people), attendees_version: people.length > 0 ? 1 : 0 };
}

/** @returns the columns to set if the stored body of the booking contains the attendees */
export function reportedByBooking(order: Order, booking: { attendees?: readonly Attendee[] }) {
  return booking.attendees ? { attendees_reported: order.attendeesVersion } : {};
}

/** @returns true if the upstream does not have the current list */
export function hasUnreportedAttendees(order: Order): boolean {
  return order.attendeesReported < order.attendeesVersion;
}

/**
 * Stores the attendees of an order, enqueues emails to them, and requests their report to the upstream.
 *
 * @param order locked by the caller
 * @param by source and note of the change, for the order's history
 */
export async function reportAttendees(
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  transaction: Transaction<Database>,
  order: Order,
  people: readonly Attendee[],
  by: { source: EventSource; note: string | null } = { source: 'browser', note: null },
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({
      attendees: JSON.stringify(people),
      attendees_version: order.attendeesVersion + 1,
      // The version is the sequence of calendar files. An attendee who is named again needs a higher sequence
      // than in their cancellation.
      version: order.version + 1,
      updated_at: databaseNow,
    })
    .where('id', '=', order.id)
    .execute();
  await recordInHistory(transaction, [order], { event: 'attendees_named', ...by });
  await writeOrderSearch(transaction, [order.id]);
  const changed = {
    ...order,
    attendees: people,
    attendeesVersion: order.attendeesVersion + 1,
    version: order.version + 1,
  };
  await enqueueAttendeeMails(transaction, jobs, changed, order.attendees);
  // If the order is not booked yet, the change is requested when the booking is confirmed.
  if (order.booking === 'booked')
    await requestChange(transaction, jobs, order.id, {
      part: 'attendees',
      attendees: people,
      attendeesVersion: changed.attendeesVersion,
    });
}
