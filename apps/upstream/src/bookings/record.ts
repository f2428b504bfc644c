import type { Database } from '../database/database.ts';
import type { Booking } from './booking-schema.ts';

export type BookingOutcome =
  | { kind: 'booked'; bookingId: number }
  /** The idempotency key came before with another booking. */
  | { kind: 'key-reused' }
  /** The payment has a booking with other content. */
  | { kind: 'payment-booked' };

function toRow({ fee, gst_total, sub_total, total_fee, ...booking }: Booking) {
  return {
    ...booking,
    fee_paise: fee,
    gst_total_paise: gst_total,
    sub_total_paise: sub_total,
    total_fee_paise: total_fee,
  };
}

/**
 * Records a booking once: under the same idempotency key, and for the same payment, however often and concurrently
 * it comes.
 */
export async function recordBooking(
  database: Database,
  booking: Booking,
  idempotencyKey: string | null,
): Promise<BookingOutcome> {
  const row = toRow(booking);
  // Without a target the clause covers both unique columns; a concurrent request waits here for the first.
  const inserted = await database
    .insertInto('bookings')
    .values({ ...row, idempotency_key: idempotencyKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { kind: 'booked', bookingId: inserted.id };

  const earlier = await database
    .selectFrom('bookings')
    .selectAll()
    .where((where) =>
      where.or([
        where('idempotency_key', '=', idempotencyKey),
        where('transaction_id', '=', row.transaction_id),
      ]),
    )
    .execute();
  const fields = Object.entries(row);
  const same = earlier.find((other) =>
    fields.every(([field, value]) => other[field as keyof typeof row] === value),
  );
  const keyIsTaken = earlier.some(
    (other) => idempotencyKey !== null && other.idempotency_key === idempotencyKey,
  );
  if (same && (!keyIsTaken || same.idempotency_key === idempotencyKey))
    return { kind: 'booked', bookingId: same.id };
  return { kind: keyIsTaken ? 'key-reused' : 'payment-booked' };
}
