import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** Timestamps of the checkout, except those that external systems set. */
const timestamps = {
  orders: [
    'next_check_at',
    'booking_claimed_until',
    'paid_at',
    'booked_at',
    'created_at',
    'updated_at',
    'held_until',
  ],
  order_payments: ['refunds_checked_at', 'seen_at', 'updated_at', 'auto_refund_at'],
  order_events: ['at'],
  refunds: ['created_at', 'updated_at'],
  disputes: ['created_at', 'updated_at'],
  cases: ['opened_at', 'closed_at'],
  webhook_events: ['received_at'],
  booking_changes: ['created_at', 'updated_at', 'busy_until'],
  waitlist_entries: ['joined_at', 'passed_over_at', 'offered_at', 'offer_ends_at', 'updated_at'],
  payment_claims: ['received_at', 'next_check_at', 'settled_at'],
} as const;

/** Makes all rows older, as if the database's clock had advanced. @param ms negative to go back */
export async function ageRows(database: Kysely<Database>, ms: number): Promise<void> {
  for (const [table, columns] of Object.entries(timestamps)) {
    const older = columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${ms} * interval '1 millisecond'`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(older)}`.execute(database);
  }
}
