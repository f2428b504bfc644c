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

const noLead = '00000000-0000-0000-0000-000000000000';

/** The least id that is not counted; before the first night, of no lead. */
const below = sql<string>`coalesce((select below from lead_counts limit 1), ${noLead}::uuid)`;

/** The same of the counts by hour. */
const belowHours = sql<string>`coalesce((select below from lead_hours limit 1), ${noLead}::uuid)`;

/**
 * Bounds are read by a statement of their own: of one that is not known when a statement is planned, the planner expects a
 * third of every month. In one snapshot, or a count that ends in between would be added twice.
 */
const inOneSnapshot = <Result>(
  database: Kysely<Database>,
  run: (snapshot: Kysely<Database>) => Promise<Result>,
): Promise<Result> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run);

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
export function leadsByState(database: Kysely<Database>): Promise<LeadCount[]> {
  return inOneSnapshot(database, async (snapshot) => {
    const { rows: bounds } = await sql<{ bound: string }>`select ${below} as bound`.execute(snapshot);
    const bound = sql`${bounds[0]?.bound ?? noLead}::uuid`;
    const { rows } = await sql<LeadCount>`
      select forward_state, crm_state, sum(leads)::integer as leads from (
        select forward_state, crm_state, leads from lead_counts where not ${open}
        union all
        select forward_state, crm_state, 1 from leads where id >= ${bound}
        union all
        select forward_state, crm_state, 1 from leads where forward_state = 'received' and id < ${bound}
        union all
        select forward_state, crm_state, 1 from leads
          where forward_state in ('quarantined', 'refused_late') and id < ${bound}
        union all
        select forward_state, crm_state, 1 from leads
          where crm_state = 'pending' and ${notOpenUpstream} and id < ${bound}
        union all
        select forward_state, crm_state, 1 from leads where crm_state = 'dead' and ${notOpenUpstream} and id < ${bound}
      ) as known
      group by 1, 2 order by 1, 2`.execute(snapshot);
    return rows;
  });
}

/**
 * Reads leads as rows of `at` and `n`, back to a moment less than two months and two days ago: counted hours at their start,
 * the rest one by one. Exact for sums over spans that begin and end at full hours in India, now, or within one of the given
 * hours.
 * @param since an SQL expression
 * @param hours starts of hours in India that are read one by one, as they are cut
 * @param read reads from the given expression, in the given snapshot
 */
export function readLeadsReceived<Result>(
  database: Kysely<Database>,
  since: RawBuilder<unknown>,
  hours: RawBuilder<unknown>,
  read: (snapshot: Kysely<Database>, received: RawBuilder<unknown>) => Promise<Result>,
): Promise<Result> {
  return inOneSnapshot(database, async (snapshot) => {
    const { rows: bounds } = await sql<{ bound: string }>`
      select greatest(${belowHours}, ${leastIdSince(since)}) as bound`.execute(snapshot);
    const { rows: cuts } = await sql<{ start: Date; least: string; bound: string }>`
      select start, ${leastIdSince(sql`start`)} as least,
        least(lead_id_at(start + interval '1 hour 10 minutes'), ${belowHours}) as bound
      from unnest(array[${hours}]) as start`.execute(snapshot);
    const cutHours = cuts.map(
      ({ start, least, bound }) => sql`
      union all
      select received_at, 1 from leads where id >= ${least}::uuid and id < ${bound}::uuid
        and received_at >= ${start} and received_at < ${start}::timestamptz + interval '1 hour'`,
    );
    return read(
      snapshot,
      sql`(
      select hour as at, leads as n from lead_hours
        where hour >= ${since} and hour <> all(${cuts.map(({ start }) => start)}::timestamptz[])
      union all
      select received_at, 1 from leads where id >= ${bounds[0]?.bound ?? noLead}::uuid
      ${sql.join(cutHours, sql``)}
    )`,
    );
  });
}
