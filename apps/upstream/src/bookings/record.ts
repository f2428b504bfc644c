import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { seatsLeft } from '../schedule/seat-plan.ts';
import { lockBatch, readBookedSeats } from './booked-seats.ts';
import type { Booking } from './booking-schema.ts';

export type BookingOutcome =
  | { kind: 'booked'; bookingId: number }
  /** The idempotency key was used for another booking. */
  | { kind: 'key-reused' }
  /** The payment already has another booking. */
  | { kind: 'payment-booked' }
  /** The course never had this batch. */
  | { kind: 'no-batch' }
  /** The batch does not have enough seats left. */
  | { kind: 'full' };

function toRow({ fee, gst_total, sub_total, total_fee, attendees: _people, ...booking }: Booking) {
  return {
    ...booking,
    fee_paise: fee,
    gst_total_paise: gst_total,
    sub_total_paise: sub_total,
    total_fee_paise: total_fee,
  };
}

/** @returns the outcome of an earlier booking with this key or payment; undefined if there is none */
async function outcomeOfEarlier(
  transaction: Transaction<Tables>,
  row: ReturnType<typeof toRow>,
  people: Booking['attendees'],
  idempotencyKey: string | null,
): Promise<BookingOutcome | undefined> {
  const earlier = await transaction
    .selectFrom('bookings')
    .selectAll()
    .where((where) =>
      where.or([
        where('idempotency_key', '=', idempotencyKey),
        where('transaction_id', '=', row.transaction_id),
      ]),
    )
    .execute();
  if (earlier.length === 0) return undefined;
  const fields = Object.entries(row);
  const same = earlier.find(
    (other) =>
      fields.every(([field, value]) => other[field as keyof typeof row] === value) &&
      isDeepStrictEqual(other.booked_attendees ?? undefined, people),
  );
  const keyIsTaken = earlier.some(
    (other) => idempotencyKey !== null && other.idempotency_key === idempotencyKey,
  );
  if (same && (!keyIsTaken || same.idempotency_key === idempotencyKey))
    return { kind: 'booked', bookingId: same.id };
  return { kind: keyIsTaken ? 'key-reused' : 'payment-booked' };
}

/**
 * Records a booking once per idempotency key and per payment, also for concurrent requests. Never oversells a
 * batch that starts after today.
 * @param today `YYYY-MM-DD`
 */
export function recordBooking(
  database: Database,
  booking: Booking,
  idempotencyKey: string | null,
  today: string,
): Promise<BookingOutcome> {
  const row = toRow(booking);
  const { attendees } = booking;
  const people = attendees ? JSON.stringify(attendees) : null;
  const batchId = row.course_schedule_id;
  return database.transaction().execute(async (transaction) => {
    const batch = await lockBatch(transaction, { courseId: row.course_id, batchId, today });
    if (!batch) return { kind: 'no-batch' };
    if (batch.plan) {
      const earlier = await outcomeOfEarlier(transaction, row, attendees, idempotencyKey);
      if (earlier) return earlier;
      const booked = (await readBookedSeats(transaction, [batchId])).get(batchId) ?? 0;
      if (row.number_of_course > seatsLeft(batch.plan, booked)) return { kind: 'full' };
    }
    // `onConflict` has no target, so that it covers both unique constraints. A concurrent request with the
    // same key or payment waits here.
    const inserted = await transaction
      .insertInto('bookings')
      .values({ ...row, attendees: people, booked_attendees: people, idempotency_key: idempotencyKey })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { kind: 'booked', bookingId: inserted.id };
    return (
      (await outcomeOfEarlier(transaction, row, attendees, idempotencyKey)) ?? { kind: 'payment-booked' }
    );
  });
}
