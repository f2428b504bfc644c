/**
 * What the upstream knows of the people of an order: it was told of `attendees_told`, and `attendees_version` is the
 * present one. The booking tells of those who are named at its first try; whoever is named later is told of by
 * `POST /booking_change` with all attendees, for booked orders whose two versions differ, where the upstream takes it.
 */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import type { Order } from '../order/order.ts';

/** @returns the columns of an order whose people are named with it */
export function firstAttendees(people: readonly Attendee[] = []) {
  return { attendees: JSON.stringify(people), attendees_version: people.length > 0 ? 1 : 0 };
}

/** @returns the columns of an order whose booking, frozen now, tells of its people */
export function toldByBooking(order: Order, booking: { attendees?: readonly Attendee[] }) {
  return booking.attendees ? { attendees_told: order.attendeesVersion } : {};
}

/** @returns true where the upstream does not know of everybody */
export function isUntold(order: Order): boolean {
  return order.attendeesTold < order.attendeesVersion;
}

/**
 * Writes the people of an order as they are now, with the job that tells the upstream where it takes changes of a booking.
 * @param order locked by the caller
 */
export async function tellAttendees(
  { jobs, options }: Pick<CheckoutDependencies, 'jobs' | 'options'>,
  transaction: Transaction<Database>,
  order: Order,
  people: readonly Attendee[],
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({
      attendees: JSON.stringify(people),
      attendees_version: sql<number>`attendees_version + 1`,
      updated_at: databaseNow,
    })
    .where('id', '=', order.id)
    .execute();
  await transaction
    .insertInto('order_events')
    .values({
      ...{ order_id: order.id, at: databaseNow, source: 'browser', event: 'attendees_named' },
      ...{ state: order.state, payment_id: null, note: null },
    })
    .execute();
  // One that is not booked yet: the reconciler finds what its booking did not tell.
  if (options.upstreamBookingChanges && order.booking === 'booked')
    await jobs.enqueue('change-booking', [order.id], { transaction });
}
