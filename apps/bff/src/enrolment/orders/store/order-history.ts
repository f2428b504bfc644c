import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

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
