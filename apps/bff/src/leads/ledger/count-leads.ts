/** Counts settled leads, so that nobody has to read them again: anew each night, and what has come since each hour. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { leastIdSince } from '../../platform/database/id-at.ts';
import { transactLong } from '../../platform/database/transact.ts';
import { noLead } from './lead-counts.ts';

const zone = sql`'Asia/Kolkata'`;
const oldestHour = sql`(now() - interval '2 months 2 days')`;

/** The state of a lead changes as long as it is on its way. */
const settled = sql`least(now() - interval '1 hour', (
  select min(received_at) from (
    select received_at from leads where forward_state = 'received'
    union all select received_at from leads where crm_state = 'pending'
  ) as underway))`;

interface Bounds {
  days_from: string;
  days_to: string;
  hours_from: string;
  hours_to: string;
}

async function addLeads(transaction: Transaction<Database>): Promise<void> {
  const { rows } = await sql<Bounds>`
    select coalesce((select below from lead_counts limit 1), ${noLead}::uuid) as days_from,
      ${leastIdSince(settled)} as days_to,
      coalesce((select below from lead_hours limit 1), ${leastIdSince(oldestHour)}) as hours_from,
      ${leastIdSince(sql`(now() - interval '1 hour')`)} as hours_to`.execute(transaction);
  const [bounds] = rows;
  if (bounds && bounds.days_from < bounds.days_to) {
    await sql`
      insert into lead_counts (day, forward_state, crm_state, leads, below)
      select (received_at at time zone ${zone})::date, forward_state, crm_state, count(*), ${bounds.days_to}::uuid
      from leads where id >= ${bounds.days_from}::uuid and id < ${bounds.days_to}::uuid group by 1, 2, 3
      on conflict (day, forward_state, crm_state) do update set leads = lead_counts.leads + excluded.leads`.execute(
      transaction,
    );
    await sql`update lead_counts set below = ${bounds.days_to}`.execute(transaction);
  }
  if (bounds && bounds.hours_from < bounds.hours_to) {
    await sql`
      insert into lead_hours (hour, leads, below)
      select date_trunc('hour', received_at, ${zone}), count(*), ${bounds.hours_to}::uuid
      from leads where id >= ${bounds.hours_from}::uuid and id < ${bounds.hours_to}::uuid group by 1
      on conflict (hour) do update set leads = lead_hours.leads + excluded.leads`.execute(transaction);
    await sql`update lead_hours set below = ${bounds.hours_to}`.execute(transaction);
  }
}

const count = (
  database: Kysely<Database>,
  before: (transaction: Transaction<Database>) => Promise<unknown>,
) =>
  transactLong(database, async (transaction) => {
    // Two workers would count the same leads.
    await sql`lock table lead_counts, lead_hours in share row exclusive mode`.execute(transaction);
    await before(transaction);
    await addLeads(transaction);
  });

/**
 * Counts the leads of past days by day and state, and those of two months by hour, all anew; after retention, as it changes
 * states. What came in the last hour, and by state what came after the oldest lead that is on its way, is left to the
 * readers.
 */
export const countLeadsOfDays = (database: Kysely<Database>): Promise<void> =>
  count(database, async (transaction) => {
    await sql`delete from lead_counts`.execute(transaction);
    await sql`delete from lead_hours`.execute(transaction);
  });

/** Adds what has come since the last count. */
export const countLeadsOfHours = (database: Kysely<Database>): Promise<void> =>
  count(database, async () => undefined);
