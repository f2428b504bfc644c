import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from './database.ts';
import { longDeadlines, withDeadlines } from './deadlines.ts';
import {
  addBounds,
  isPartitioned,
  removeBounds,
  swapTables,
  validateBounds,
  validateKeys,
} from './partition-leads.ts';
import { retryWithBackOff } from './retry.ts';
import { sqlStateOf } from './unavailable.ts';

/** As for migrations: whoever waits for a lock blocks all later statements on the table. */
const lockTimeoutMs = 500;
const busyStates = new Set(['55P03', '40P01']);
const checkViolation = '23514';

/** Held by the session that contracts, and by whoever makes months: see 0098-lead-months. */
const lockId = sql.lit('7305412290198');

/** What only servers of earlier versions need. */
const statements = [
  // Random ids of all leads: 0087-lead-submissions has the recent ones.
  sql`alter table leads drop constraint if exists leads_submission_id_key`,
  sql`drop trigger if exists leads_note_submission on leads`,
];

/** @returns true if nothing is left that only earlier versions need, and leads are kept by months */
export async function isContracted(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_constraint where conname = 'leads_submission_id_key' and conrelid = 'leads'::regclass
    union all
    select from pg_constraint where conname = 'lead_files_lead_id_fkey' and not convalidated
    union all
    select from pg_trigger where tgname = 'leads_note_submission' and tgrelid = 'leads'::regclass`.execute(
    database,
  );
  return rows.length === 0 && isPartitioned(database);
}

async function dropForEarlier(database: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}

/** All of it on empty tables, in the transaction that has made them. */
export async function contractOnce(database: QueryExecutorProvider): Promise<void> {
  for (const step of [dropForEarlier, addBounds, validateBounds, swapTables, validateKeys])
    await step(database);
}

/** Each step is a transaction, and leaves a database that works; those that lock are tried again and again. */
async function contractInSteps(connection: Kysely<Database>): Promise<void> {
  const locking = (step: (database: QueryExecutorProvider) => Promise<void>) =>
    retryWithBackOff(
      () =>
        connection.transaction().execute(async (transaction) => {
          await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(transaction);
          await step(transaction);
        }),
      {
        signal: new AbortController().signal,
        onFailure(error) {
          if (!busyStates.has(sqlStateOf(error) ?? '')) throw error;
        },
        firstWaitMs: 200,
        maxWaitMs: 3_000,
      },
    );
  await locking(dropForEarlier);
  if (!(await isPartitioned(connection))) {
    try {
      await locking(addBounds);
      await validateBounds(connection);
      await locking(swapTables);
    } catch (error) {
      // A bound that stays would refuse the leads of a later month.
      if (!(await isPartitioned(connection))) await locking(removeBounds);
      if (sqlStateOf(error) !== checkViolation) throw error;
      throw new Error(
        'A lead has an id of more than a month ahead: leads cannot be kept by months before then',
        {
          cause: error,
        },
      );
    }
  }
  await validateKeys(connection);
}

/**
 * The second half of a change of the schema, once no server of an earlier version runs and none will be started again:
 * takes away what only those need, and keeps leads by months. Statements of others wait no longer than for a look-up.
 * Idempotent: killed in between, the database works, and the next run goes on.
 * @throws Error where ids of leads are far ahead; nothing is refused then
 */
export async function contract(database: Kysely<Database>): Promise<void> {
  await withDeadlines(longDeadlines, () =>
    database.connection().execute(async (connection) => {
      await sql`select set_config('statement_timeout', ${String(longDeadlines.statementMs)}, false),
        pg_advisory_lock(${lockId})`.execute(connection);
      try {
        await contractInSteps(connection);
      } finally {
        await sql`select pg_advisory_unlock(${lockId})`.execute(connection);
        await sql`reset statement_timeout`.execute(connection);
      }
    }),
  );
}
