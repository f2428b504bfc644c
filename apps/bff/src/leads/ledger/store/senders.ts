import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { minIdSince } from '../../../platform/database/id-at.ts';

/** Deletes the sender keys of leads older than a day. Covers a week, so that missed runs are made up for. */
export async function forgetSenders(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('leads')
    .set({ sent_from: null })
    .where('id', '>', minIdSince(sql`now() - interval '8 days'`))
    .where('received_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('sent_from', 'is not', null)
    .execute();
}
