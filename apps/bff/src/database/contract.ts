import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { longDeadlines, withDeadlines } from './deadlines.ts';
import { migrationLockTimeoutMs } from './migrate.ts';
import { retryWithBackOff } from './retry.ts';
import { sqlStateOf } from './unavailable.ts';

const lockNotAvailable = '55P03';

/** What only servers of earlier versions need. */
const statements = [
  // Random ids of all leads: 0087-lead-submissions has the recent ones.
  sql`alter table leads drop constraint if exists leads_submission_id_key`,
  sql`drop trigger if exists leads_note_submission on leads`,
];

/** @returns true if nothing is left that only earlier versions need */
export async function isContracted(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_constraint where conname = 'leads_submission_id_key' and conrelid = 'leads'::regclass
    union all
    select from pg_trigger where tgname = 'leads_note_submission' and tgrelid = 'leads'::regclass`.execute(
    database,
  );
  return rows.length === 0;
}

/**
 * The second half of a change of the schema, once no server of an earlier version runs and none will be started again.
 * Takes no longer than a look-up; retries on lock time-outs. Idempotent.
 */
export async function contract(database: Kysely<Database>): Promise<void> {
  const once = () =>
    database.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(migrationLockTimeoutMs)}, true)`.execute(
        transaction,
      );
      for (const statement of statements) await statement.execute(transaction);
    });
  await retryWithBackOff(() => withDeadlines(longDeadlines, once), {
    signal: new AbortController().signal,
    onFailure(error) {
      if (sqlStateOf(error) !== lockNotAvailable) throw error;
    },
    firstWaitMs: 200,
    maxWaitMs: 3_000,
  });
}
