/** Has the upstream told of a change of a booking, by a job that commits with what caused it. */
import { randomUUID } from 'node:crypto';
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { Transaction } from 'kysely';
import { databaseNow } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import type { CheckoutDependencies } from '../dependencies.ts';

/** How the booking is afterwards; what is left out stays as it is. */
export interface BookingAfter {
  /** How many seats are left of it. */
  seats?: number;
  /** The batch that they are in. */
  course_schedule_id?: number;
  attendees?: readonly Attendee[];
  /** The version of the order's attendees that these are, which is told once the change is. */
  attendeesVersion?: number;
}

/** @returns the id of the change, which is the idempotency key of its call */
export async function keepChange(
  transaction: Transaction<Database>,
  orderId: string,
  after: BookingAfter,
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto('booking_changes')
    .values({
      ...{ id, order_id: orderId, state: 'due', seats: after.seats ?? null },
      course_schedule_id: after.course_schedule_id ?? null,
      attendees: after.attendees ? JSON.stringify(after.attendees) : null,
      attendees_version: after.attendeesVersion ?? null,
      ...{ created_at: databaseNow, updated_at: databaseNow },
    })
    .execute();
  return id;
}

/**
 * Tells the upstream of a change, in the caller's transaction, which has locked the order: the change and the job that
 * sends it commit with the cause. Changes of an order are sent one after the other, each until it is answered; one that
 * is refused stays in `booking_changes` with its reason. Cancelled seats and named attendees need no call of this: a job
 * reads them off the order.
 *
 * @returns false where the upstream takes no changes: nothing was done, and it is a task for an operator
 */
export async function tellUpstream(
  deps: Pick<CheckoutDependencies, 'jobs' | 'options'>,
  transaction: Transaction<Database>,
  orderId: string,
  after: BookingAfter,
): Promise<boolean> {
  if (!deps.options.upstreamBookingChanges) return false;
  await keepChange(transaction, orderId, after);
  await deps.jobs.enqueue('change-booking', [orderId], { transaction });
  return true;
}
