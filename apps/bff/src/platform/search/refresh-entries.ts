/** Brings search entries up to date in the transaction that changes a person's details. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { parts, type Searched } from './entries.ts';

const lockId = sql.lit(7305412290171);

/**
 * Excludes those who erase until the transaction ends: what the job read before an erasure must not be stored after
 * it.
 */
export const lockForIndexing = (transaction: Transaction<Database>) =>
  sql`select pg_advisory_xact_lock(${lockId})`.execute(transaction);

/**
 * Rewrites the entries of leads or orders that were edited or erased. Those without an entry get none.
 * @param transaction which has changed them
 */
export async function refreshEntries(
  transaction: Transaction<Database>,
  searched: Searched,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { table, entries, set, other } = parts[searched];
  await sql`select pg_advisory_xact_lock_shared(${lockId})`.execute(transaction);
  await sql`
    update ${table} as entry set ${set}
    from (${entries} where id = any(${[...ids]}::uuid[])) as given
    where entry.id = given.id and ${other}`.execute(transaction);
}
