/**
 * The operators' search: a row of `lead_search` for each lead, written in the transaction that changes the
 * lead.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { joinWords, phoneDigits } from '../../../platform/search/words.ts';

/** SQL for the first of these form values that is not empty. */
const firstOf = (...names: string[]) =>
  sql`coalesce(${sql.join(names.map((name) => sql`nullif("values" ->> ${sql.lit(name)}, '')`))}, '')`;

const sourceOf = (touch: 'last_touch' | 'first_touch') =>
  sql`nullif(lower(left(attribution -> ${sql.lit(touch)} ->> 'utm_source', 100)), '')`;

/**
 * The `insert` of the search rows.
 * @param leads the `from` clause: a relation with the columns of `leads`, and conditions
 */
export const insertLeadSearch = (leads: RawBuilder<unknown>) => sql`
  insert into lead_search (id, form, course, source, words)
  select id, form,
    left(${firstOf('course_name', 'course', 'Course_Name1', 'course_title')}, 200),
    coalesce(${sourceOf('last_touch')}, ${sourceOf('first_touch')}, ''),
    ${joinWords(
      firstOf('full_name', 'name'),
      firstOf('first_name', 'First_Name'),
      firstOf('last_name', 'Last_Name'),
      sql`email`,
      phoneDigits(firstOf('phone_number', 'mobile_number', 'Phone')),
      firstOf('company_name', 'Company'),
    )}
  from ${leads}
  on conflict (id) do update set form = excluded.form, course = excluded.course, source = excluded.source,
    words = excluded.words
  where (lead_search.course, lead_search.source, lead_search.words)
    is distinct from (excluded.course, excluded.source, excluded.words)`;

/** Writes the rows of leads that the transaction added, edited or erased. */
export async function writeLeadSearch(database: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await insertLeadSearch(sql`leads where id = any(${[...ids]}::uuid[])`).execute(database);
}
