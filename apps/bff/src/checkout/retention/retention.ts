/** Orders keep their amounts and ids for the books; who bought is forgotten when it is needed no longer. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql } from 'kysely';
import { ago } from '../../database/clock.ts';
import { transact } from '../../database/transact.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { eraseContacts, isWaiting } from './erase-contacts.ts';

const dayMs = 24 * 60 * 60_000;
const batchSize = 500;

/**
 * Erases the contact details of orders that are over for so many days: booked, with the course itself as long ago;
 * refunded; or abandoned, once the reconciler asks for their payments no more. What waits for the operator is kept
 * until it is resolved.
 *
 * @returns how many orders were erased
 */
export async function eraseOldOrders(
  deps: Pick<CheckoutDependencies, 'database' | 'now'> & { options: { retentionDays: number } },
): Promise<number> {
  const keptMs = deps.options.retentionDays * dayMs;
  const lastDay = dayInIndia(new Date(deps.now().getTime() - keptMs));
  let total = 0;
  for (;;) {
    const erased = await transact(deps.database, async (transaction) => {
      const rows = await transaction
        .selectFrom('orders')
        .select(['id', 'state'])
        .where('email', '!=', '')
        .where('updated_at', '<', ago(keptMs))
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
