/** Counts of leads that do not read the settled leads of a year: those of past days are counted at night. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { longDeadlines, withDeadlines } from '../../database/deadlines.ts';
import { leastIdSince } from '../../database/id-at.ts';
import { transact } from '../../database/transact.ts';
import type { LeadCount } from './lead-queries.ts';

const zone = sql`'Asia/Kolkata'`;

/** Leads in these are counted anew each time, by partial indexes: alerts are about them. */
const open = sql`(forward_state in ('received', 'quarantined', 'refused_late') or crm_state in ('pending', 'dead'))`;
const notOpenUpstream = sql`forward_state not in ('received', 'quarantined', 'refused_late')`;

/** The least id that is not counted; before the first night, of no lead. */
const below = sql<string>`coalesce((select below from lead_counts limit 1), '00000000-0000-0000-0000-000000000000')`;

/** The same of the counts by hour. */
const belowHours = sql<string>`coalesce((select below from lead_hours limit 1), '00000000-0000-0000-0000-000000000000')`;

/**
 * Counts the leads of past days by day and state, and those of two months by hour, all in one transaction; after retention, as it changes states. What came
 * in the last hour, or after the oldest lead that is still on its way, is left to the readers: its state will change.
 */
export async function countLeadsOfDays(database: Kysely<Database>): Promise<void> {
  const settled = sql`least(now() - interval '1 hour', (
    select min(received_at) from (
      select received_at from leads where forward_state = 'received'
      union all select received_at from leads where crm_state = 'pending'
    ) as underway))`;
  await withDeadlines(longDeadlines, () =>
    transact(database, async (transaction) => {
      // Two workers would insert the same days.
      await sql`lock table lead_counts in share row exclusive mode`.execute(transaction);
      await sql`delete from lead_counts`.execute(transaction);
      await sql`
        insert into lead_counts (day, forward_state, crm_state, leads, below)
        select (received_at at time zone ${zone})::date, forward_state, crm_state, count(*), bound
        from leads, (select ${leastIdSince(settled)} as bound) as counted where id < bound
        group by 1, 2, 3, bound`.execute(transaction);
      await sql`delete from lead_hours`.execute(transaction);
      await sql`
        insert into lead_hours (hour, leads, below)
        select date_trunc('hour', received_at, ${zone}), count(*), bound
        from leads, (select ${leastIdSince(settled)} as bound) as counted
        where id < bound and id >= ${leastIdSince(sql`(now() - interval '2 months 2 days')`)}
        group by 1, bound`.execute(transaction);
    }),
  );
}

/**
 * Leads by their states, for metrics. Those on their way or for an operator are exact; a counted lead that an operator or
 * an erasure has moved on counts in its new settled state from the next night.
 */
export async function leadsByState(database: Kysely<Database>): Promise<LeadCount[]> {
  const { rows } = await sql<LeadCount>`
    select forward_state, crm_state, sum(leads)::integer as leads from (
      select forward_state, crm_state, leads from lead_counts where not ${open}
      union all
      select forward_state, crm_state, 1 from leads where id >= ${below}
      union all
      select forward_state, crm_state, 1 from leads where forward_state = 'received' and id < ${below}
      union all
      select forward_state, crm_state, 1 from leads
        where forward_state in ('quarantined', 'refused_late') and id < ${below}
      union all
      select forward_state, crm_state, 1 from leads
        where crm_state = 'pending' and ${notOpenUpstream} and id < ${below}
      union all
      select forward_state, crm_state, 1 from leads where crm_state = 'dead' and ${notOpenUpstream} and id < ${below}
    ) as known
    group by 1, 2 order by 1, 2`.execute(database);
  return rows;
}

/**
 * Leads as rows of `at` and `n`, back to a moment less than two months and two days ago: counted hours at their start, the
 * rest one by one. Exact for sums over spans that begin and end at full hours in India, now, or within one of the given
 * hours.
 * @param since an SQL expression
 * @param hours starts of hours in India that are read one by one, as they are cut
 */
export const leadsReceived = (
  since: RawBuilder<unknown>,
  hours: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select hour as at, leads as n from lead_hours where hour >= ${since} and hour <> all(array[${hours}])
  union all
  select received_at, 1 from leads where id >= greatest(${belowHours}, ${leastIdSince(since)})
  union all
  select received_at, 1 from unnest(array[${hours}]) as start
    join leads on id >= ${leastIdSince(sql`start`)} and id < lead_id_at(start + interval '1 hour 10 minutes')
    and id < ${belowHours} and received_at >= start and received_at < start + interval '1 hour'
)`;
