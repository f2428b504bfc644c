/** Orders keep their amounts and ids for the books; who bought is forgotten when it is needed no longer. */
import { sql } from 'kysely';
import type { CheckoutDependencies } from './dependencies.ts';
import { dayInIndia } from './india-time.ts';

const dayMs = 24 * 60 * 60_000;
const batchSize = 500;

/**
 * Erases the contact details of orders that are over for so many days: booked, with the course itself as long ago;
 * refunded; or abandoned, once the reconciler asks for their payments no more. What waits for the operator is kept
 * until it is settled.
 *
 * @returns how many orders were erased
 */
export async function eraseOldOrders(
  deps: Pick<CheckoutDependencies, 'database' | 'now'> & { settings: { retentionDays: number } },
): Promise<number> {
  const now = deps.now();
  const limit = new Date(now.getTime() - deps.settings.retentionDays * dayMs);
  let total = 0;
  for (;;) {
    const erased = await deps.database.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('orders')
        .select(['id', 'state'])
        .where('email', '!=', '')
        .where('updated_at', '<', limit)
        .where((order) =>
          order.or([
            order.and([
              order('state', '=', 'booked'),
              order(sql<string>`batch ->> 'end_date'`, '<', dayInIndia(limit)),
            ]),
            order('state', '=', 'refunded'),
            order.and([order('state', 'in', ['created', 'attempted']), order('next_check_at', 'is', null)]),
          ]),
        )
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await transaction
        .updateTable('orders')
        .set({
          ...{ first_name: '', last_name: '', email: '', phone_number: '' },
          attribution: null,
          // The upstream's words or the operator's: either may name somebody.
          review_reason: null,
        })
        .where('id', 'in', ids)
        .execute();
      await transaction
        .updateTable('order_events')
        .set({ note: null })
        .where('order_id', 'in', ids)
        .execute();
      await transaction
        .insertInto('order_events')
        .values(
          rows.map(({ id, state }) => ({
            ...{ order_id: id, at: now, source: 'worker' as const, event: 'erased', state },
            ...{ payment_id: null, note: null },
          })),
        )
        .execute();
      return ids.length;
    });
    total += erased;
    if (erased < batchSize) return total;
  }
}
