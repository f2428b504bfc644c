/**
 * Retention: orders keep their amounts and ids for accounting; contact details are erased when they are no longer
 * needed.
 */
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql } from 'kysely';
import { ago } from '../../database/clock.ts';
import { transact } from '../../database/transact.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
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
export async function eraseOldOrders(
  deps: Pick<CheckoutDependencies, 'database' | 'now'> & { options: { retentionDays: number } },
): Promise<number> {
  const retentionMs = deps.options.retentionDays * dayMs;
  const lastDay = dayInIndia(new Date(deps.now().getTime() - retentionMs));
  let total = 0;
  for (;;) {
    const erased = await transact(deps.database, async (transaction) => {
      const rows = await transaction
        .selectFrom('orders')
        .select(['id', 'state'])
        .where('email', '!=', '')
        .where('updated_at', '<', ago(retentionMs))
        .where(sql<boolean>`not ${isWaiting}`)
        .where((order) =>
          order.or([
            order.and([
              order('state', '=', 'booked'),
              order(sql<string>`batch ->> 'end_date'`, '<', lastDay),
            ]),
            order('state', '=', 'refunded'),
            order.and([order('state', 'in', ['created', 'attempted']), order('next_check_at', 'is', null)]),
          ]),
        )
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      await eraseContacts(transaction, rows, 'worker');
      return rows.length;
    });
    total += erased;
    if (erased < batchSize) return total;
  }
}
