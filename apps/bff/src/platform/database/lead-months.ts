/** Months of leads: partitions by range of the lead's id, with a default one, so that a lead is never refused. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { longDeadlines, withDeadlines } from './deadlines.ts';
import { retryWithBackOff } from './retry.ts';
import { sqlStateOf } from './unavailable.ts';

/** As for migrations: whoever waits for a lock blocks all later statements on the table. */
const lockTimeoutMs = 500;
const tries = 20;
const busyStates = new Set(['55P03', '40P01']);

export interface LeadMonth {
  /** Name of the partition. */
  name: string;
  /** Its least id; null for the oldest. */
  since: string | null;
  /** The least id of the next. */
  bound: string;
}

/** Without the default partition; none while leads is one table, before `ops migrate --contract`. Oldest first. */
export async function leadMonths(database: Kysely<Database>): Promise<LeadMonth[]> {
  const { rows } = await sql<LeadMonth>`
    select name, since, bound from lead_months() where bound is not null order by bound`.execute(database);
  return rows;
}

export interface LeadMonthsState {
  /** Until when a month stands ready; null while leads is one table. */
  readyUntil: Date | null;
  /** Leads of the last day that came into the default partition. */
  outside: number;
}

export async function leadMonthsState(database: Kysely<Database>): Promise<LeadMonthsState> {
  const { rows } = await sql<LeadMonthsState>`
    select (select lead_month_at(bound) from lead_months() where bound is not null order by bound desc limit 1)
        as "readyUntil", count_leads_outside_months() as outside`.execute(database);
  return rows[0] ?? { readyUntil: null, outside: 0 };
}

/** In a transaction with a short lock time-out, some times. @throws the last error */
export function withMonthsLock<Result>(
  database: Kysely<Database>,
  run: (transaction: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  let failures = 0;
  const once = () =>
    database.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(transaction);
      return run(transaction);
    });
  return retryWithBackOff(() => withDeadlines(longDeadlines, once), {
    signal: new AbortController().signal,
    onFailure(error) {
      failures += 1;
      if (failures >= tries || !busyStates.has(sqlStateOf(error) ?? '')) throw error;
    },
    firstWaitMs: 200,
    maxWaitMs: 3_000,
  });
}

/**
 * Makes the partitions of this month and the next two where they are missing.
 * @returns how many; 0 while leads is one table
 */
export function makeLeadMonths(database: Kysely<Database>): Promise<number> {
  return withMonthsLock(database, async (transaction) => {
    const { rows } = await sql<{ made: number }>`select make_lead_months() as made`.execute(transaction);
    return rows[0]?.made ?? 0;
  });
}
