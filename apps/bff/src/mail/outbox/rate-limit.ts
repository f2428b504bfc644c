/** Limits the emails per minute of all replicas together, in fixed windows of the database's clock. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const minute = sql<Date>`date_trunc('minute', clock_timestamp())`;

/**
 * @param limitPerMinute 0 is unlimited
 * @param requested number of emails; a negative number returns unused allowance
 * @returns how many of the requested emails may be sent in this minute
 */
export async function takeAllowance(
  transaction: Transaction<Database>,
  limitPerMinute: number,
  requested: number,
): Promise<number> {
  if (limitPerMinute === 0 || requested === 0) return requested;
  await sql`
    insert into mail_minutes (minute, mails) values (${minute}, 0) on conflict do nothing`.execute(
    transaction,
  );
  const row = await transaction
    .selectFrom('mail_minutes')
    .selectAll()
    .where('minute', '=', minute)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 0;
  const granted = Math.min(requested, Math.max(0, limitPerMinute - row.mails));
  if (granted !== 0)
    await transaction
      .updateTable('mail_minutes')
      .set({ mails: sql<number>`greatest(0, mails + ${granted})` })
      .where('minute', '=', row.minute)
      .execute();
  return granted;
}
