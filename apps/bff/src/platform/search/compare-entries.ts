import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { parts, type Searched } from './entries.ts';
import { lockForIndexing } from './refresh-entries.ts';

const batchSize = 2_000;
const first = '00000000-0000-0000-0000-000000000000';

async function compare(database: Kysely<Database>, searched: Searched): Promise<number> {
  const { table, entries, set, other } = parts[searched];
  let corrected = 0;
  for (let after = first; ; ) {
    const result = await transact(database, async (transaction) => {
      await lockForIndexing(transaction);
      const { rows } = await sql<{ last: string | null; corrected: number }>`
        with page as materialized (
          select id from ${sql.table(searched)} where id > ${after}::uuid order by id limit ${batchSize}
        ), given as materialized (${entries} where id in (select id from page)), changed as (
          update ${table} as entry set ${set} from given where entry.id = given.id and ${other} returning 1
        ), added as (
          insert into ${table} select given.* from given on conflict (id) do nothing returning 1
        )
        select (select id from page order by id desc limit 1) as last,
          ((select count(*) from changed) + (select count(*) from added))::integer as corrected`.execute(
        transaction,
      );
      return rows[0];
    });
    if (!result || result.last === null) return corrected;
    corrected += result.corrected;
    after = result.last;
  }
}

/** Compares every entry with the ledger, and corrects it. @returns how many were wrong or missing */
export async function compareEntries(database: Kysely<Database>): Promise<number> {
  return (await compare(database, 'leads')) + (await compare(database, 'orders'));
}
