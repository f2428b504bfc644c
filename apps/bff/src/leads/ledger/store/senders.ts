import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { minIdSince } from '../../../platform/database/id-at.ts';

/**
 * Deletes the sender keys of leads that are one to eight days old, so that a run makes up for missed runs of
 * a week.
 */
export async function forgetSenders(database: Kysely<Database>): Promise<void> {
  await database
    .updateTable('leads')
    .set({ sent_from: null })
    .where('id', '>', minIdSince(sql`now() - interval '8 days'`))
    .where('received_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('sent_from', 'is not', null)
    .execute();
}
