/** Personal data of leads, for retention and erasure. */
import type { Transaction } from 'kysely';
import { eraseMailsOfLeads } from '../../../mail/outbox/erase-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import { eraseRowsOf } from '../../../platform/database/erase-rows.ts';
import { writeLeadSearch } from '../store/lead-search.ts';

/** Erases the personal data of leads, and records the erasure in their history. @returns number of leads */
export async function eraseAround(
  transaction: Transaction<Database>,
  rows: { id: string }[],
): Promise<number> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await eraseMailsOfLeads(transaction, ids);
  await eraseRowsOf(transaction, 'lead', ids);
  await transaction
    .insertInto('lead_events')
    .values(ids.map((lead_id) => ({ lead_id, kind: 'erased' })))
    .execute();
  await writeLeadSearch(transaction, ids);
  return ids.length;
}
