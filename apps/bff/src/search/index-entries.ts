/** Fills the search tables from the ledger, by cursors over what is new and what changed. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { leadEntries, orderEntries, parts } from './entries.ts';
import { lockForIndexing } from './refresh-entries.ts';

const batchSize = 2_000;
/** Longer than a transaction of the site: what commits later than its time says is still found. */
const overlap = sql.lit('2 minutes');

/** New rows by their time, up to a batch. @returns how many */
async function indexNew(
  transaction: Transaction<Database>,
  { ledger, at }: { ledger: 'leads' | 'orders'; at: 'received_at' | 'created_at' },
): Promise<number> {
  const [table, entries] =
    ledger === 'leads' ? (['lead_search', leadEntries] as const) : (['order_search', orderEntries] as const);
  const { rows } = await sql<{ found: number }>`
    with found as materialized (
      select id, ${sql.ref(at)} as at from ${sql.table(ledger)} as ledger
      where ${sql.ref(at)} >= (select since from search_cursors where name = ${ledger}) - interval ${overlap}
        and not exists (select from ${sql.table(table)} as entry where entry.id = ledger.id)
      order by ${sql.ref(at)} limit ${batchSize}
    ), stored as (
      insert into ${sql.table(table)} ${entries} where id in (select id from found) on conflict (id) do nothing
    ), moved as (
      update search_cursors set since = case
        when (select count(*) from found) < ${batchSize} then greatest(since, now())
        else (select max(at) from found) end
      where name = ${ledger}
    )
    select count(*)::integer as found from found`.execute(transaction);
  return rows[0]?.found ?? 0;
}

interface Changed {
  id: string;
  order_id: string;
  is_settled: boolean;
}

/** Orders whose history went on, and those with a new document. @returns how many entries of the history there were */
async function indexChanged(transaction: Transaction<Database>, after: string | undefined) {
  const { rows } = await sql<Changed>`
    select id, order_id, at < now() - interval ${overlap} as is_settled from order_events
    where id > coalesce(${after ?? null}::bigint, (select position from search_cursors where name = 'orders'))
    order by id limit ${batchSize}`.execute(transaction);
  const documents = await sql<{ order_id: string }>`
    select order_id from invoices, search_cursors as cursor
    where cursor.name = 'orders' and isfinite(since) and issued_at > since - interval ${overlap}
      and issued_on >= (greatest(since, '2000-01-01') - interval '2 days')::date`.execute(transaction);
  const ids = [...new Set([...rows, ...documents.rows].map((row) => row.order_id))];
  const { set, other } = parts.orders;
  await sql`
    update order_search as entry set ${set}
    from (${orderEntries} where id = any(${ids}::uuid[])) as given
    where entry.id = given.id and ${other}`.execute(transaction);
  // An entry with a lower number may still commit, so the cursor stays behind.
  const open = rows.findIndex((row) => !row.is_settled);
  const position = rows.at(open === -1 ? -1 : open - 1)?.id;
  if (open !== 0 && position !== undefined)
    await sql`update search_cursors set position = greatest(position, ${position}::bigint)
      where name = 'orders'`.execute(transaction);
  return { changed: rows.length, last: rows.at(-1)?.id };
}

/** Runs until nothing is left. Concurrent runs wait for each other. */
export async function indexEntries(database: Kysely<Database>): Promise<void> {
  const locked = <Result>(run: (transaction: Transaction<Database>) => Promise<Result>) =>
    transact(database, async (transaction) => {
      await lockForIndexing(transaction);
      return run(transaction);
    });
  // Before the new ones, whose time is the documents' too.
  let after: string | undefined;
  for (;;) {
    const from = after;
    const { changed, last } = await locked((transaction) => indexChanged(transaction, from));
    if (changed < batchSize) break;
    after = last;
  }
  for (const what of [
    { ledger: 'leads', at: 'received_at' },
    { ledger: 'orders', at: 'created_at' },
  ] as const)
    while ((await locked((transaction) => indexNew(transaction, what))) === batchSize);
}
