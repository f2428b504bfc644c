/** Requests that a change of a booking is sent to the upstream, by a job that commits with its cause. */

import { randomUUID } from 'node:crypto';
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ChangeSettings } from './booking-services.ts';

/** The resulting booking; omitted fields stay as they are. */
export interface BookingAfter {
  /** Remaining seats. */
  seats?: number;
  /** Their batch. */
  course_schedule_id?: number;
  attendees?: readonly Attendee[];
  /** Version of these attendees; the upstream has it once the change is answered. */
  attendeesVersion?: number;
}

/** @returns the id of the change, which is the idempotency key of its call */
export async function insertChange(
  transaction: Transaction<Database>,
  orderId: string,
  after: BookingAfter,
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto('booking_changes')
    .values({
      id,
      order_id: orderId,
      state: 'due',
      seats: after.seats ?? null,
      course_schedule_id: after.course_schedule_id ?? null,
      attendees: after.attendees ? JSON.stringify(after.attendees) : null,
      attendees_version: after.attendeesVersion ?? null,
      created_at: databaseNow,
      updated_at: databaseNow,
    })
    .execute();
  return id;
}

/**
 * Stores a change and enqueues its job, in the caller's transaction, which has locked the order. Changes of an order
 * are sent one after the other, each until it is answered; a refused one stays in `booking_changes` with its reason.
 * Cancelled seats and attendees do not need this call: a job derives them from the order.
 *
 * @returns false if the upstream takes no changes: nothing was done, and it is a task for an operator
 */
export async function requestChange(
  { jobs, settings }: { jobs: Pick<Jobs, 'enqueue'>; settings: ChangeSettings },
  transaction: Transaction<Database>,
  orderId: string,
  after: BookingAfter,
): Promise<boolean> {
  if (!settings.upstreamBookingChanges) return false;
  await insertChange(transaction, orderId, after);
  await jobs.enqueue('change-booking', [orderId], { transaction });
  return true;
}
