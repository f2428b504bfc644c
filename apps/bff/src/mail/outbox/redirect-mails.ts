import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** Sends the due emails of an order to another address. Those that were sent stay as they are. */
export async function redirectMails(
  transaction: Transaction<Database>,
  orderId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction
    .updateTable('mails')
    .set({ recipient: to, updated_at: databaseNow })
    .where('order_id', '=', orderId)
    .where('state', '=', 'due')
    .where(sql<boolean>`lower(recipient) = ${from.toLowerCase()}`)
    .execute();
}
