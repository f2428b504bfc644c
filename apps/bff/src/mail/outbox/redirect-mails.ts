import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** Changes the recipient of an order's due emails from one address to another. Sent emails do not change. */
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
