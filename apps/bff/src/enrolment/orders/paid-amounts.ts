/** Paid amounts of a span, of which past hours are summed at night. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inOneSnapshot, transactLong } from '../../platform/database/transact.ts';

const zone = sql`'Asia/Kolkata'`;
/** A transaction sets `paid_at` to its own start, and has ended within a minute. */
const settled = sql`date_trunc('hour', now(), ${zone}) - interval '1 hour'`;
const below = sql`(select below from paid_hours limit 1)`;

/** Sums the paid orders of the last two months by hour, all anew in one transaction. */
export async function sumPaidHours(database: Kysely<Database>): Promise<void> {
  await transactLong(database, async (transaction) => {
    // Two workers would insert the same hours.
    await sql`lock table paid_hours in share row exclusive mode`.execute(transaction);
    await sql`delete from paid_hours`.execute(transaction);
    await sql`
      insert into paid_hours (hour, paid_paise, below)
      select date_trunc('hour', paid_at, ${zone}), sum(total_paise), ${settled}
      from orders where paid_at >= now() - interval '2 months 2 days' and paid_at < ${settled}
      group by 1`.execute(transaction);
  });
}

/**
 * Reads paid orders as rows of `at` and `n` in paise, back to a moment less than two months and two days ago: summed hours at
 * their start, the rest one by one. Exact for sums over spans that begin and end at full hours in India, now, or within
 * one of the given hours.
 * @param since an SQL expression
 * @param hours starts of hours in India that are read one by one, as they are cut
 * @param read reads from the given expression, in the given snapshot
 */
export function readPaidAmounts<Result>(
  database: Kysely<Database>,
  since: RawBuilder<unknown>,
  hours: RawBuilder<unknown>,
  read: (snapshot: Kysely<Database>, paid: RawBuilder<unknown>) => Promise<Result>,
): Promise<Result> {
  return inOneSnapshot(database, async (snapshot) => {
    // As text: a `Date` has milliseconds.
    const { rows } = await sql<{ bound: string; starts: Date[] }>`
      select greatest(${below}, ${since})::text as bound, array[${hours}] as starts`.execute(snapshot);
    const [{ bound, starts } = { bound: 'infinity', starts: [] }] = rows;
    return read(
      snapshot,
      sql`(
      select hour as at, paid_paise as n from paid_hours
        where hour >= ${since} and hour <> all(${starts}::timestamptz[])
      union all
      select paid_at, total_paise from orders where paid_at >= ${bound}::timestamptz
      union all
      select paid_at, total_paise from unnest(${starts}::timestamptz[]) as start
        join orders on paid_at >= start and paid_at < start + interval '1 hour' and paid_at < ${below}
    )`,
    );
  });
}
