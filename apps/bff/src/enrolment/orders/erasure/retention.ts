/**
 * Retention of orders. Amounts and ids stay for accounting; contact details are erased when they are no
 * longer needed.
 */

import { dayInIndia } from '@meridian/contracts/india-time';
import { type Kysely, sql } from 'kysely';
import { ago } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import { eraseContacts, isWaiting } from './erase-contacts.ts';

const dayMs = 24 * 60 * 60_000;
const batchSize = 500;

/**
 * Erases the contact details of orders that have been complete for `retentionDays`: booked, counted from the
 * end of the course; refunded or cancelled; or abandoned, once the reconciler no longer checks them. Orders
 * with an open case or a refund in progress are kept.
 *
 * @returns the number of orders erased
 */
export async function eraseOldOrders(deps: {
  database: Kysely<Database>;
  retentionDays: number;
  now: () => Date;
}): Promise<number> {
  const retentionMs = deps.retentionDays * dayMs;
  const lastDay = dayInIndia(new Date(deps.now().getTime() - retentionMs));
  let total = 0;
  // One pass by age: each batch of rows continues after the last one, so that erased rows are not read again.
  let last = { created_at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const erased = await transact(deps.database, async (transaction) => {
      const rows = await transaction
        .selectFrom('orders')
        .select(['id', 'state', 'created_at'])
        .where('email', '!=', '')
        // Implied by the next condition, but has an index.
        .where('created_at', '<', ago(retentionMs))
        .where('updated_at', '<', ago(retentionMs))
        .where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`)
        .where(sql<boolean>`not ${isWaiting}`)
        .where((order) =>
          order.or([
            order.and([
              order('state', '=', 'booked'),
              order(sql<string>`batch ->> 'end_date'`, '<', lastDay),
            ]),
            order('state', 'in', ['refunded', 'cancelled']),
            order.and([order('state', 'in', ['created', 'attempted']), order('next_check_at', 'is', null)]),
          ]),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      await eraseContacts(transaction, rows, 'worker');
      return rows;
    });
    total += erased.length;
    last = erased.at(-1) ?? last;
    if (erased.length < batchSize) return total;
  }
}

/** Deletes the sender's key of orders older than a day. */
export async function clearOpenedFrom(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('orders')
    .set({ opened_from: null })
    .where('opened_from', 'is not', null)
    .where('created_at', '<', ago(dayMs))
    .execute();
}
