/** Reads the figures of each of the last thirty days, and the Web Vitals of visitors. */
import type { DayFigures, Trends, VitalFigure } from '@meridian/contracts/operators/console/insights';
import { type VitalName, vitalNames } from '@meridian/contracts/site/visits/steps';
import { type Kysely, sql } from 'kysely';
import { keptPaiseInSql } from '../../../enrolment/statement/money.ts';
import type { Database } from '../../../platform/database/database.ts';
import { minIdSince } from '../../../platform/database/id-at.ts';
import { vitalBuckets } from '../../../site/visits/vital-buckets.ts';
import { memoizeFor } from './memoize.ts';

const shownDays = 30;
const keptMs = 60_000;

async function readDays(database: Kysely<Database>): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    with days as (
      select day::date as day from generate_series(
        (now() at time zone 'Asia/Kolkata')::date - ${shownDays - 1}::integer, (now() at time zone 'Asia/Kolkata')::date,
        interval '1 day') as day
    ), since as (
      select min(day)::timestamp at time zone 'Asia/Kolkata' as first_day from days
    ), seen as (
      select day, sum(visits) as visits from visit_counts
      where day >= (select min(day) from days) and step in ('page_seen', 'course_seen', 'checkout_seen') group by day
    ), received as (
      select (received_at at time zone 'Asia/Kolkata')::date as day, count(*) as leads from leads
      where id > ${minIdSince(sql`now() - interval '31 days'`)}
        and received_at >= (select first_day from since) group by 1
    ), paid as (
      select (paid_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(${keptPaiseInSql}) as paise
      from orders where paid_at >= (select first_day from since) group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(seen.visits, 0)::float8 as visits,
      coalesce(received.leads, 0)::float8 as leads, coalesce(paid.orders, 0)::float8 as paid_orders,
      coalesce(paid.paise, 0)::float8 as paid_paise
    from days left join seen using (day) left join received using (day) left join paid using (day)
    order by day`.execute(database);
  return rows;
}

interface Bucket {
  vital: string;
  up_to: number;
  visits: number;
}

function figureOf(vital: VitalName, buckets: readonly Bucket[]): VitalFigure[] {
  const own = buckets.filter((bucket) => bucket.vital === vital);
  const sum = (some: readonly Bucket[]) => some.reduce((visits, bucket) => visits + bucket.visits, 0);
  const visits = sum(own);
  if (visits === 0) return [];
  const { upTo, good } = vitalBuckets[vital];
  const p75 = upTo.find((bound) => sum(own.filter(({ up_to }) => up_to <= bound)) >= visits * 0.75);
  const goodVisits = sum(own.filter(({ up_to }) => up_to <= good));
  return [{ vital, visits, good_percent: Math.floor((goodVisits / visits) * 100), p75_up_to: p75 ?? null }];
}

export async function readTrends(database: Kysely<Database>, _all: 'all'): Promise<Trends> {
  const [days, { rows: buckets }] = await Promise.all([
    readDays(database),
    sql<Bucket>`select vital, up_to, sum(visits)::float8 as visits from vital_counts
      where day > (now() at time zone 'Asia/Kolkata')::date - 7 group by 1, 2`.execute(database),
  ]);
  return { days, vitals: vitalNames.flatMap((vital) => figureOf(vital, buckets)) };
}

/** Cached for a minute. */
export const trendsOf = memoizeFor(keptMs, readTrends);
