import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { longDeadlines, withDeadlines } from '../database/deadlines.ts';

export type SearchIndex = 'trigrams' | 'prefixes';

export interface SearchState {
  /** Parts of words are found, or only how words begin; undefined until the first copies are made. */
  indexed: SearchIndex | undefined;
  /** How long ago the copies were up to date; null before the first time. */
  behindSeconds: number | null;
}

/** What is said where the extension is missing. */
export const noTrigrams = 'The extension pg_trgm is missing: the console finds only how words begin';
export const trigramAdvice =
  'Have a superuser run "create extension pg_trgm" in this database, then restart a worker: it adds the indexes.';

/** Reads only. */
export async function searchState(database: Kysely<Database>): Promise<SearchState> {
  const { rows } = await sql<{ indexed: SearchIndex | null; behindSeconds: number | null }>`
    select case when to_regclass('order_search_trigrams') is not null then 'trigrams'
        when to_regclass('order_search_words') is not null then 'prefixes' end as indexed,
      (select case when isfinite(min(since)) then extract(epoch from now() - min(since))::float8 end
        from search_cursors) as "behindSeconds"`.execute(database);
  return { indexed: rows[0]?.indexed ?? undefined, behindSeconds: rows[0]?.behindSeconds ?? null };
}

/**
 * Adds the trigram indexes if they are missing, which may take minutes.
 * @param withTrigrams false: as if the extension were not to be had
 * @returns whether they are there
 */
export function prepareSearch(database: Kysely<Database>, withTrigrams = true): Promise<boolean> {
  return withDeadlines(longDeadlines, () =>
    database.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(longDeadlines.statementMs)}, true),
        set_config('maintenance_work_mem', '128MB', true)`.execute(transaction);
      const { rows } = await sql<{ ready: boolean }>`select prepare_search(${withTrigrams}) as ready`.execute(
        transaction,
      );
      return rows[0]?.ready ?? false;
    }),
  );
}
