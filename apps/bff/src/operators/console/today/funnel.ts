/** Computes the funnel from visits to payments: visits as counted by browsers, and paid orders. */
import { type FunnelKey, funnelSteps } from '@meridian/contracts/operators/console/funnel';
import type { Funnel, FunnelRow } from '@meridian/contracts/operators/console/insights';
import { countedName, visitSource } from '@meridian/contracts/site/visits/visit-source';
import { type Kysely, sql } from 'kysely';
import { keptPaiseInSql } from '../../../enrolment/statement/money.ts';
import type { Database } from '../../../platform/database/database.ts';
import { memoizeFor } from './memoize.ts';

const shownRows = 20;
const keptMs = 30_000;

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

type Sums = Omit<FunnelRow, 'name'>;

const noSums = (): Sums => ({
  counts: { course_seen: 0, date_chosen: 0, form_opened: 0, form_sent: 0, checkout_seen: 0, paid: 0 },
  paid_paise: 0,
});

interface PaidGroup {
  course: string;
  utm_source: string | null;
  utm_campaign: string | null;
  gclid: string | null;
  referrer: string | null;
  landing_page: string | null;
  orders: number;
  paise: number;
}

/** Groups paid orders by course and origin: the last touch, else the first, as in the browser's counts. */
async function paidGroups(database: Kysely<Database>, days: number): Promise<PaidGroup[]> {
  const { rows } = await sql<PaidGroup>`
    select course, touch ->> 'utm_source' as utm_source, touch ->> 'utm_campaign' as utm_campaign,
      case when touch ->> 'gclid' <> '' then 'yes' end as gclid,
      substring(touch ->> 'referrer' from '^https?://[^/?#]+') as referrer,
      substring(touch ->> 'landing_page' from '^https?://[^/?#]+') as landing_page,
      count(*)::integer as orders, sum(kept_paise)::float8 as paise
    from (
      select batch ->> 'course_name' as course, ${keptPaiseInSql} as kept_paise,
        coalesce(attribution -> 'last_touch', attribution -> 'first_touch') as touch
      from orders
      where paid_at >= (${today} - ${days - 1}::integer)::timestamp at time zone 'Asia/Kolkata'
    ) as paid
    group by 1, 2, 3, 4, 5, 6`.execute(database);
  return rows;
}

function nameOf(group: PaidGroup, by: FunnelKey): string {
  if (by === 'course') return group.course;
  const { utm_source, utm_campaign, gclid, referrer, landing_page } = group;
  const origin = visitSource({
    utm_source: utm_source ?? undefined,
    utm_campaign: utm_campaign ?? undefined,
    gclid: gclid ?? undefined,
    referrer: referrer ?? undefined,
    landing_page: landing_page ?? undefined,
  });
  return countedName(origin[by]);
}

export async function readFunnel(
  database: Kysely<Database>,
  { by, days }: { by: FunnelKey; days: number },
): Promise<Funnel> {
  const [counted, groups, since] = await Promise.all([
    sql<{ name: string; step: string; visits: number }>`
      select ${sql.ref(by)} as name, step, sum(visits)::float8 as visits from visit_counts
      where day > ${today} - ${days}::integer and step = any(${[...funnelSteps]})
      group by 1, 2`.execute(database),
    paidGroups(database, days),
    sql<{ day: string }>`select to_char(${today} - ${days - 1}::integer, 'YYYY-MM-DD') as day`.execute(
      database,
    ),
  ]);
  const rows = new Map<string, Sums>();
  const total = noSums();
  const sumsOf = (name: string) => {
    const sums = rows.get(name) ?? noSums();
    rows.set(name, sums);
    return [sums, total];
  };
  for (const { name, step, visits } of counted.rows)
    for (const { counts } of sumsOf(name)) {
      const known = funnelSteps.find((one) => one === step);
      if (known) counts[known] += visits;
    }
  for (const group of groups)
    for (const sums of sumsOf(nameOf(group, by))) {
      sums.counts.paid += group.orders;
      sums.paid_paise += group.paise;
    }
  const weight = ({ counts, paid_paise: paise }: Sums) => paise + counts.course_seen + counts.form_sent;
  return {
    since: since.rows[0]?.day ?? '',
    rows: [...rows]
      .sort(([, a], [, b]) => weight(b) - weight(a))
      .slice(0, shownRows)
      .map(([name, sums]) => ({ name, ...sums })),
    total,
  };
}

/** Cached for half a minute. */
export const funnelOf = memoizeFor(keptMs, readFunnel);
