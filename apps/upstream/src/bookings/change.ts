/**
 * Changes of bookings. A change is made once per idempotency key, and only if the batch has enough free
 * seats.
 */
import type { BookingChange } from '@meridian/contracts/enrolment/booking-change';
import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { type SeatPlan, seatsLeft } from '../schedule/seat-plan.ts';
import { lockBatch, readBookedSeats } from './booked-seats.ts';

export type ChangeOutcome =
  | { kind: 'changed'; bookingId: number }
  /** The idempotency key was used for another change. */
  | { kind: 'key-reused' }
  | { kind: 'no-booking' }
  | { kind: 'no-batch' }
  /** The new batch is not on sale. */
  | { kind: 'off-sale' }
  /** The change needs more seats than were originally booked, or than the batch has left. */
  | { kind: 'no-seats' };

type BookingRow = Selectable<Tables['bookings']>;

async function outcomeOfKey(
  transaction: Transaction<Tables>,
  change: BookingChange,
  idempotencyKey: string,
): Promise<ChangeOutcome | undefined> {
  const earlier = await transaction
    .selectFrom('booking_changes')
    .select(['booking_id', 'body'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (!earlier) return undefined;
  const fields = ['transaction_id', 'seats', 'course_schedule_id', 'attendees'] as const;
  const same = fields.every((field) => JSON.stringify(earlier.body[field]) === JSON.stringify(change[field]));
  return same ? { kind: 'changed', bookingId: earlier.booking_id } : { kind: 'key-reused' };
}

/**
 * @returns the batch and the seats after the change; undefined for more seats than originally booked or than
 *   are free
 */
async function placeOf(
  transaction: Transaction<Tables>,
  booking: BookingRow,
  change: BookingChange,
  plan: SeatPlan | undefined,
): Promise<{ batchId: number; seats: number } | undefined> {
  const nowIn = booking.changed_batch ?? booking.course_schedule_id;
  const nowSeats = booking.changed_seats ?? booking.number_of_course;
  const { course_schedule_id: batchId = nowIn, seats = nowSeats } = change;
  if (seats > booking.number_of_course) return undefined;
  const requested = batchId === nowIn ? seats - nowSeats : seats;
  if (plan && requested > 0) {
    const booked = (await readBookedSeats(transaction, [batchId])).get(batchId) ?? 0;
    if (requested > seatsLeft(plan, booked)) return undefined;
  }
  return { batchId, seats };
}

/**
 * Changes a booking once per idempotency key, also for concurrent requests.
 * @param today `YYYY-MM-DD`
 */
export function changeBooking(
  database: Database,
  change: BookingChange,
  idempotencyKey: string | null,
  today: string,
): Promise<ChangeOutcome> {
  return database.transaction().execute(async (transaction): Promise<ChangeOutcome> => {
    const booking = await transaction
      .selectFrom('bookings')
      .selectAll()
      .where('transaction_id', '=', change.transaction_id)
      .forUpdate()
      .executeTakeFirst();
    const earlier = idempotencyKey && (await outcomeOfKey(transaction, change, idempotencyKey));
    if (earlier) return earlier;
    if (!booking) return { kind: 'no-booking' };
    const nowIn = booking.changed_batch ?? booking.course_schedule_id;
    const batchId = change.course_schedule_id ?? nowIn;
    const batch = await lockBatch(transaction, { courseId: booking.course_id, batchId, today });
    if (!batch) return { kind: 'no-batch' };
    if (batchId !== nowIn && !batch.onSale) return { kind: 'off-sale' };
    const place = await placeOf(transaction, booking, change, batch.plan);
    if (!place) return { kind: 'no-seats' };
    await transaction
      .updateTable('bookings')
      .set({
        changed_seats: place.seats,
        changed_batch: place.batchId,
        ...(change.attendees && { attendees: JSON.stringify(change.attendees) }),
      })
      .where('id', '=', booking.id)
      .execute();
    await transaction
      .insertInto('booking_changes')
      .values({ booking_id: booking.id, body: JSON.stringify(change), idempotency_key: idempotencyKey })
      .execute();
    return { kind: 'changed', bookingId: booking.id };
  });
}
