/** Counts of leads that do not read the settled leads of a year: those of past hours are counted by `count-leads`. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { leastIdSince } from '../../platform/database/id-at.ts';
import { inOneSnapshot } from '../../platform/database/transact.ts';
import type { LeadCount } from './lead-queries.ts';

/** Leads in these are counted anew each time, by partial indexes: alerts are about them. */
const open = sql`(forward_state in ('received', 'quarantined', 'refused_late') or crm_state in ('pending', 'dead'))`;
const notOpenUpstream = sql`forward_state not in ('received', 'quarantined', 'refused_late')`;

/** The least id that is not counted, where nothing is. */
export const noLead = '00000000-0000-0000-0000-000000000000';

/** The least id that is not counted; before the first count, of no lead. */
const below = sql<string>`coalesce((select below from lead_counts limit 1), ${noLead}::uuid)`;

/** The same of the counts by hour. */
const belowHours = sql<string>`coalesce((select below from lead_hours limit 1), ${noLead}::uuid)`;

/**
 * Leads by their states, for metrics. Those on their way or for an operator are exact; a counted lead that an operator or
 * an erasure has moved on counts in its new settled state from the next night. The bound is read before: of one that is not
 * known when a statement is planned, the planner expects a third of every month.
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
