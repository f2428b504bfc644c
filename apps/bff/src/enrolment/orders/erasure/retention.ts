/**
 * Retention: orders keep their amounts and ids for accounting; contact details are erased when they are no longer
 * needed.
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
 * Erases the contact details of orders that have been over for so many days: booked, counted from the end of the
 * course; refunded; or abandoned, once the reconciler no longer checks them. Orders that wait for the operator are
 * kept.
 *
 * @returns how many orders were erased
 */
export async function eraseOldOrders(deps: {
  database: Kysely<Database>;
  retentionDays: number;
  now: () => Date;
}): Promise<number> {
  const retentionMs = deps.retentionDays * dayMs;
  const lastDay = dayInIndia(new Date(deps.now().getTime() - retentionMs));
  let total = 0;
  // One pass in order of age: a batch continues where the one before ended, not through all that was erased before.
  let last = { created_at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const erased = await transact(deps.database, async (transaction) => {
      const rows = await transaction
        .selectFrom('orders')
        .select(['id', 'state', 'created_at'])
        .where('email', '!=', '')
        // Implied by the next, and has an index.
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

/** Empties where orders older than a day were opened from. */
export async function forgetOpeners(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('orders')
    .set({ opened_from: null })
    .where('opened_from', 'is not', null)
    .where('created_at', '<', ago(dayMs))
    .execute();
}
