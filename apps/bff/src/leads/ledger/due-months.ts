/** Erasure of a month of leads by dropping it: no row is rewritten, and nothing is left for vacuum. */
import { type Kysely, sql } from 'kysely';
import { eraseMailsOfLeadRange } from '../../mail/outbox/erase-mails.ts';
import type { Database } from '../../platform/database/database.ts';
import { type LeadMonth, leadMonths, withMonthsLock } from '../../platform/database/lead-months.ts';
import { transact } from '../../platform/database/transact.ts';
import { sqlStateOf } from '../../platform/database/unavailable.ts';
import { forgetLeadEntries } from '../../platform/search/refresh-entries.ts';
import { transitionSql } from './transition-sql.ts';

const erased = transitionSql(['erased']);

/** Everybody waits for the last look at a month. */
const lookTimeoutMs = 2_000;
/** Locked by others for too long, or a look that took too long: another night. */
const notNow = new Set(['55P03', '40P01', '57014']);

const within = ({ since, bound }: LeadMonth, column: string) =>
  since === null
    ? sql<boolean>`${sql.ref(column)} < ${bound}::uuid`
    : sql<boolean>`${sql.ref(column)} >= ${since}::uuid and ${sql.ref(column)} < ${bound}::uuid`;

/** @returns leads of the month that are to be kept, and those that are not erased yet */
async function lookAt(database: Kysely<Database>, month: LeadMonth, retentionDays: number) {
  const { rows } = await sql<{ kept: number; unerased: number }>`
    select count(*) filter (where not (${erased.applies}
        and coalesce(delivered_at, received_at) < now() - make_interval(days => ${retentionDays})))::integer as kept,
      count(*)::integer as unerased
    from leads where erased_at is null and ${within(month, 'leads.id')}`.execute(database);
  return rows[0] ?? { kept: 0, unerased: 0 };
}

/** Deletes what other tables know of these leads. Consents and the waiting list's entries name nobody, and stay. */
function forgetAround(database: Kysely<Database>, month: LeadMonth): Promise<void> {
  return transact(database, async (transaction) => {
    await eraseMailsOfLeadRange(transaction, within(month, 'lead_id'));
    await transaction.deleteFrom('lead_files').where(within(month, 'lead_id')).execute();
    await forgetLeadEntries(transaction, within(month, 'id'));
  });
}

async function drop(database: Kysely<Database>, month: LeadMonth, retentionDays: number): Promise<number> {
  await forgetAround(database, month);
  const dropped = await withMonthsLock(database, async (transaction) => {
    await sql`select lock_lead_months()`.execute(transaction);
    await sql`select set_config('statement_timeout', ${String(lookTimeoutMs)}, true)`.execute(transaction);
    // Again, since an operator may have edited one meanwhile.
    const { kept, unerased } = await lookAt(transaction, month, retentionDays);
    if (kept > 0) return 0;
    await sql`select drop_lead_month(${month.name})`.execute(transaction);
    return unerased;
  });
  // Of a run of the search that had read the leads before.
  await transact(database, (transaction) => forgetLeadEntries(transaction, within(month, 'id')));
  return dropped;
}

/**
 * Drops the months whose leads are all erased, or would all be by retention. A month with one lead that needs an operator
 * stays.
 * @returns how many leads were erased by it
 */
export async function dropDueMonths(database: Kysely<Database>, retentionDays: number): Promise<number> {
  let total = 0;
  const { rows } = await sql<{ least: string }>`
    select lead_id_at(now() - make_interval(days => ${retentionDays})) as least`.execute(database);
  const least = rows[0]?.least ?? '';
  for (const month of (await leadMonths(database)).filter(({ bound }) => bound < least)) {
    if ((await lookAt(database, month, retentionDays)).kept > 0) continue;
    try {
      total += await drop(database, month, retentionDays);
    } catch (error) {
      if (!notNow.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
  return total;
}
