import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Booking calls of dropped orders whose process died, which the reconciler looks for every five minutes: without an index
 * it read all orders for them. Nearly none are in it.
 */
export const droppedBookings: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create index orders_dropped_claimed on orders (booking_claimed_until)
        where booking = 'dropped' and booking_claimed_until is not null`.execute(database);
  },
};
