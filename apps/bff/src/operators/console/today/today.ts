/**
 * Reads the page Today: open cases, problems that need an operator, and the figures of the day, week and
 * month.
 */
import type { Compared, TodayPage } from '@meridian/contracts/operators/console/today';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { openCases } from '../../../enrolment/orders/cases/case-store.ts';
import { readSales } from '../../../enrolment/seats/sales.ts';
import { keptPaiseInSql } from '../../../enrolment/statement/money.ts';
import type { Database } from '../../../platform/database/database.ts';
import { minIdSince } from '../../../platform/database/id-at.ts';
import { toSalesState } from '../../actions/installation/sales.ts';
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

const zone = sql`'Asia/Kolkata'`;
const units = ['day', 'week', 'month'] as const;
const oneUnit = (unit: (typeof units)[number]) => sql.raw(`interval '1 ${unit}'`);

/**
 * Sums of the current day, week and month (in India), and of the previous day, week and month up to the same
 * time.
 */
function sumsOver(at: string, value: RawBuilder<unknown>) {
  const column = sql.ref(at);
  const parts = units.map(
    (unit) => sql`
    coalesce(sum(${value}) filter (where ${column} >= starts.${sql.ref(unit)}), 0)::float8 as ${sql.ref(`${unit}_now`)},
    coalesce(sum(${value}) filter (where ${column} >= starts.${sql.ref(`${unit}_before`)}
      and ${column} < now() - ${oneUnit(unit)}), 0)::float8 as ${sql.ref(`${unit}_before`)}`,
  );
  return sql.join(parts);
}

// `offset 0` prevents inlining, which would compute the starts for each row. Previous periods are computed in
// Indian time, because at the start of a month in India, UTC is still in the previous month.
const starts = sql`(select ${sql.join(
  units.map((unit) => {
    const start = sql`date_trunc(${sql.lit(unit)}, now() at time zone ${zone})`;
    return sql`${start} at time zone ${zone} as ${sql.ref(unit)},
      (${start} - ${oneUnit(unit)}) at time zone ${zone} as ${sql.ref(`${unit}_before`)}`;
  }),
)} offset 0) as starts`;

/** A time before all periods. It limits the rows that are read, in a form that the planner can use. */
const twoMonthsAgo = sql`now() - interval '2 months 1 day'`;

export async function readTodayPage(database: Kysely<Database>): Promise<TodayPage> {
  const [sales, cases, leads, paid, attention] = await Promise.all([
    readSales(database),
    openCases(database, { limit: shownCases }),
    sql<Sums>`select ${sumsOver('received_at', sql`1`)} from leads, ${starts}
      where id > ${minIdSince(twoMonthsAgo)}`.execute(database),
    sql<Sums>`select ${sumsOver('paid_at', sql`kept_paise`)} from (
        select paid_at, ${keptPaiseInSql} as kept_paise from orders where paid_at > ${twoMonthsAgo} offset 0) as paid,
      ${starts}`.execute(database),
    sql<{ dead: number; suspects: number; refused: number; mails: number; bounced: number }>`select
      (select count(*)::integer from leads where crm_state = 'dead') as dead,
      (select count(*)::integer from leads where forward_state = 'quarantined') as suspects,
      (select count(*)::integer from leads where forward_state = 'refused_late') as refused,
      (select count(*)::integer from mails where state in ('refused', 'bounced')) as mails,
      (select count(*)::integer from mails where state = 'bounced') as bounced`.execute(database),
  ]);
  const counts = attention.rows[0];
  return {
    sales: toSalesState(sales),
    cases: await caseRows(database, cases),
    dead_letters: counts?.dead ?? 0,
    suspects: counts?.suspects ?? 0,
    refused_late: counts?.refused ?? 0,
    failed_mails: counts?.mails ?? 0,
    bounced_mails: counts?.bounced ?? 0,
    leads: threefold(leads.rows[0]),
    paid_paise: threefold(paid.rows[0]),
  };
}
