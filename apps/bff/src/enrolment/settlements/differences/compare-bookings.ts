/**
 * Compares the seats of each booking with the seats that the upstream has confirmed. The upstream has no call
 * that reads a booking, so its last answer to a booking or a change counts.
 */
import { type Kysely, sql } from 'kysely';
import { ago } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Compared } from './difference-store.ts';

/** A change that was requested more recently counts as in progress. */
const inProgressMs = 60 * 60_000;

export async function compareBookings({ database }: { database: Kysely<Database> }): Promise<Compared> {
  const rows = await database
    .selectFrom('orders')
    .select(['id', 'seats', 'cancelled_seats', 'reported_seats'])
    .select(sql<string>`batch ->> 'course_name'`.as('course'))
    .where('booking', '=', 'booked')
    .whereRef('reported_seats', '<', 'cancelled_seats')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking_changes')
            .select('booking_changes.id')
            .whereRef('booking_changes.order_id', '=', 'orders.id')
            .where('booking_changes.state', '=', 'due')
            .where('booking_changes.created_at', '>', ago(inProgressMs)),
        ),
      ),
    )
    .execute();
  return {
    found: rows.map((row) => ({
      kind: 'booking',
      subject: row.id,
      title: `Booking of ${row.course}`,
      orderId: row.id,
      batchId: null,
      ours: `Here: ${row.seats - row.cancelled_seats} of ${row.seats} seats`,
      theirs: `Upstream: ${row.seats - row.reported_seats}`,
    })),
    unknown: [],
  };
}
