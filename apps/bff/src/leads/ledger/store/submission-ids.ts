/** Submission ids of the last days: the forms' idempotency keys. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { type Lead, toLead } from './tables.ts';

/**
 * Days for which an id is kept. A page keeps the id of a form only until the form is sent or changed; the
 * days are a margin for tabs that stay open during a long outage. After these days a resubmission makes a new
 * lead.
 */
export const submissionIdDays = 7;

const batchSize = 10_000;

/** @returns the lead of this submission; undefined if its id was never used or has been deleted */
export async function findBySubmission(
  database: Kysely<Database>,
  submissionId: string,
): Promise<Lead | undefined> {
  const row = await database
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('lead_submissions').select('lead_id').where('submission_id', '=', submissionId),
    )
    .executeTakeFirst();
  return row && toLead(row);
}

/** Deletes the ids that are older than {@link submissionIdDays}. @returns the number of deleted ids */
export async function deleteSubmissionIds(database: Kysely<Database>): Promise<number> {
  let total = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from lead_submissions where ctid = any(array(
        select ctid from lead_submissions
        where received_at < now() - make_interval(days => ${submissionIdDays})
        limit ${batchSize} for update skip locked))`.execute(database);
    total += Number(numAffectedRows);
    if (numAffectedRows < BigInt(batchSize)) return total;
  }
}
