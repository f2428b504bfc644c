/** What is personal of a lead, for retention and for erasure. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

/** Nothing of the person is left after these. A fingerprint of a few known fields could be guessed back. */
export const nothingOfThePerson = sql`
  email = '', "values" = '{}', attribution = null, page_url = '', body_hash = '', last_error = null,
  erased_at = now(), updated_at = now()`;

/** Erases what stands beside leads, and notes it in their history. @returns how many leads there were */
export async function eraseAround(
  transaction: Transaction<Database>,
  rows: { id: string }[],
): Promise<number> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await transaction.deleteFrom('lead_files').where('lead_id', 'in', ids).execute();
  await transaction.updateTable('lead_events').set({ detail: null }).where('lead_id', 'in', ids).execute();
  await transaction
    .insertInto('lead_events')
    .values(ids.map((lead_id) => ({ lead_id, kind: 'erased' })))
    .execute();
  return ids.length;
}
