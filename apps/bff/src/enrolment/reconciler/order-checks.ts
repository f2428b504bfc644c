/** Plans when the payment provider is next asked for the payments of an unpaid order. */
import { type Kysely, sql } from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

const dayMs = 24 * 60 * 60_000;
/** How long an unpaid order is checked. A failed payment can still be authorized for 3 days. */
const checkedForMs = 4 * dayMs;
/** The payment provider returns no older orders. */
const providerRetentionMs = 180 * dayMs;

export async function readDatabaseNow(database: Kysely<Database>): Promise<Date> {
  const { now } = await database.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
  return now;
}

/** Makes unpaid orders due at `timestamp`, except orders that are too old for the payment provider. */
export async function makeAllDue(database: Kysely<Database>, timestamp: Date): Promise<void> {
  await database
    .updateTable('orders')
    .set({ next_check_at: timestamp })
    .where('payment_id', 'is', null)
    .where('provider_order_id', 'is not', null)
    .where('created_at', '>', ago(providerRetentionMs))
    .execute();
}

/** @returns ids of orders due at `timestamp`, the most overdue first */
export async function dueOrders(
  database: Kysely<Database>,
  timestamp: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('orders')
    .select('id')
    .where('next_check_at', '<=', timestamp)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Backoff: the interval grows with the order's age. Checks end after four days, because most unpaid orders
 * are abandoned.
 */
export async function checkLater(database: Kysely<Database>, orderId: string): Promise<void> {
  const next = sql<Date | null>`case when created_at < ${ago(checkedForMs)} then null
    else ${databaseNow} + greatest(interval '5 minutes', (now() - created_at) / 4) end`;
  await database.updateTable('orders').set({ next_check_at: next }).where('id', '=', orderId).execute();
}

export async function checkNoMore(database: Kysely<Database>, orderId: string): Promise<void> {
  await database.updateTable('orders').set({ next_check_at: null }).where('id', '=', orderId).execute();
}

export async function isOlder(database: Kysely<Database>, orderId: string, ms: number): Promise<boolean> {
  const found = await database
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('created_at', '<=', ago(ms))
    .executeTakeFirst();
  return found !== undefined;
}
