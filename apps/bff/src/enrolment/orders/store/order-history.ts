import type { OrderState } from '@meridian/contracts/enrolment/orders';
import type { Kysely, Transaction } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { EventSource } from './order-tables.ts';

export interface HistoryEntry {
  at: Date;
  source: string;
  event: string;
  paymentId: string | null;
  note: string | null;
  state: string;
}

/** @returns the events of an order, oldest first */
export async function historyOf(database: Kysely<Database>, orderId: string): Promise<HistoryEntry[]> {
  return database
    .selectFrom('order_events')
    .select(['at', 'source', 'event', 'payment_id as paymentId', 'note', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** @param orders the orders after the event */
export async function recordInHistory(
  transaction: Transaction<Database>,
  orders: readonly { id: string; state: OrderState }[],
  entry: { source: EventSource; event: string; note?: string | null; paymentId?: string | null },
): Promise<void> {
  const { source, event, note = null, paymentId = null } = entry;
  await transaction
    .insertInto('order_events')
    .values(
      orders.map(({ id, state }) => ({
        order_id: id,
        at: databaseNow,
        source,
        event,
        state,
        payment_id: paymentId,
        note,
      })),
    )
    .execute();
}
