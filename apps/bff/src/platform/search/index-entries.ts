/** Fills the search tables from the ledger, by cursors over what is new and what changed. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { cursorOf, notCopied, orderEntries, overlap, type Place, parts, type Searched } from './entries.ts';
import { lockForIndexing } from './refresh-entries.ts';

const batchSize = 2_000;

/** New rows in order of their time, from the cursor or a place on. @returns the place; undefined at the end */
async function indexNew(
  transaction: Transaction<Database>,
  ledger: Searched,
  from: Place | undefined,
): Promise<Place | undefined> {
  const { table, entries, at, key, since, following } = parts[ledger];
  const { rows } = await sql<Place>`
    select id, ${at}::text as at from ${sql.table(ledger)}
    where ${from ? following(from) : since(cursorOf(ledger))}
    order by ${key} limit ${batchSize}`.execute(transaction);
  await sql`
    insert into ${table} ${entries} where id in (
      select id from unnest(${rows.map(({ id }) => id)}::uuid[]) as ledger (id) where ${notCopied(table)})
    on conflict (id) do nothing`.execute(transaction);
  const last = rows.length < batchSize ? undefined : rows.at(-1);
  await sql`
    update search_cursors set since = greatest(since, coalesce(${last?.at ?? null}::timestamptz, now()))
    where name = ${ledger}`.execute(transaction);
  return last;
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
  for (const ledger of ['leads', 'orders'] as const) {
    let place: Place | undefined;
    do {
      const from = place;
      place = await locked((transaction) => indexNew(transaction, ledger, from));
    } while (place);
  }
}
