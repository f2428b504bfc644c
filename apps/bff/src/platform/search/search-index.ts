import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { SearchIndex } from './search-text.ts';

/**
 * @returns the kind of index on the search tables: `prefixes` if they were made without the extension
 * `pg_trgm`
 */
export async function searchIndex(database: Kysely<Database>): Promise<SearchIndex> {
  const { rows } = await sql<{ indexed: SearchIndex }>`
    select case when to_regclass('order_search_trigrams') is null then 'prefixes' else 'trigrams' end
      as indexed`.execute(database);
  return rows[0]?.indexed ?? 'prefixes';
}
