/** Personal data of leads, for retention and erasure. */
import { sql, type Transaction } from 'kysely';
import { eraseMailsOfLeads } from '../../../mail/outbox/erase-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import { writeLeadSearch } from '../store/lead-search.ts';

/** Clears all personal data, the body hash too: a hash of few known fields can be guessed. */
export const nothingOfThePerson = sql`
  email = '', "values" = '{}', attribution = null, page_url = '', body_hash = '', last_error = null,
  erased_at = now(), updated_at = now()`;

/** Erases data in related tables and records it in the history. @returns number of leads */
export async function eraseAround(
  transaction: Transaction<Database>,
  rows: { id: string }[],
): Promise<number> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await eraseMailsOfLeads(transaction, ids);
  await transaction.deleteFrom('lead_files').where('lead_id', 'in', ids).execute();
  await transaction.updateTable('lead_events').set({ detail: null }).where('lead_id', 'in', ids).execute();
  await transaction
    .insertInto('lead_events')
    .values(ids.map((lead_id) => ({ lead_id, kind: 'erased' })))
    .execute();
  await writeLeadSearch(transaction, ids);
  return ids.length;
}
