/** What needs a person, and how the day goes. */
import type { Compared, TodayPage } from '@meridian/contracts/console/today';
import { type Kysely, sql } from 'kysely';
import { openCases } from '../../checkout/cases/case-store.ts';
import type { Database } from '../../database/database.ts';
import { leastIdSince } from '../../database/id-at.ts';
import { caseRows } from '../orders/case-rows.ts';

const shownCases = 50;

type Sums = Record<`${'day' | 'week' | 'month'}_${'now' | 'before'}`, number>;

const compared = (sums: Sums | undefined, unit: 'day' | 'week' | 'month'): Compared => ({
  now: Number(sums?.[`${unit}_now`] ?? 0),
  before: Number(sums?.[`${unit}_before`] ?? 0),
});

const threefold = (sums: Sums | undefined) => ({
  day: compared(sums, 'day'),
  week: compared(sums, 'week'),
  month: compared(sums, 'month'),
});

/** Sums since midnight, Monday and the first in India, and over the same length of the period before. */
function sumsOver(at: string, what: string) {
  const column = sql.ref(at);
  const value = sql.raw(what);
  const part = (unit: 'day' | 'week' | 'month') => sql`
    coalesce(sum(${value}) filter (where ${column} >= starts.${sql.ref(unit)}), 0)::float8 as ${sql.ref(`${unit}_now`)},
    coalesce(sum(${value}) filter (where ${column} >= starts.${sql.ref(unit)} - ${sql.raw(`interval '1 ${unit}'`)}
      and ${column} < now() - ${sql.raw(`interval '1 ${unit}'`)}), 0)::float8 as ${sql.ref(`${unit}_before`)}`;
  return sql`${part('day')}, ${part('week')}, ${part('month')}`;
}

const starts = sql`(select
  date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as day,
  date_trunc('week', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as week,
  date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as month) as starts`;

export async function todayPage(database: Kysely<Database>): Promise<TodayPage> {
  const [cases, leads, paid, attention] = await Promise.all([
    openCases(database, { limit: shownCases }),
    sql<Sums>`select ${sumsOver('received_at', '1')} from leads, ${starts}
      where id > ${leastIdSince(sql`now() - interval '2 months' - interval '1 day'`)}
        and received_at > now() - interval '2 months' - interval '1 day'`.execute(database),
    sql<Sums>`select ${sumsOver('paid_at', 'total_paise')} from orders, ${starts}
      where paid_at is not null and created_at > now() - interval '2 months' - interval '2 days'`.execute(
      database,
    ),
    sql<{ dead: number; suspects: number; refused: number; mails: number }>`select
      (select count(*)::integer from leads where crm_state = 'dead') as dead,
      (select count(*)::integer from leads where forward_state = 'quarantined') as suspects,
      (select count(*)::integer from leads where forward_state = 'refused_late') as refused,
      (select count(*)::integer from mails where state in ('refused', 'bounced')) as mails`.execute(database),
  ]);
  const counts = attention.rows[0];
  return {
    cases: await caseRows(database, cases),
    dead_letters: counts?.dead ?? 0,
    suspects: counts?.suspects ?? 0,
    refused_late: counts?.refused ?? 0,
    failed_mails: counts?.mails ?? 0,
    leads: threefold(leads.rows[0]),
    paid_paise: threefold(paid.rows[0]),
  };
}
