/** Erases the data that `personalColumns` marks. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { marksOf } from './personal-columns.ts';

function assignments(columns: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
}

/**
 * Erases the personal data in rows of these orders or leads: sets the columns to their erased values, or
 * deletes the row.
 */
export async function eraseRowsOf(
  transaction: Transaction<Database>,
  owner: 'order' | 'lead',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const [table, { [owner]: column, personal, text, deleted }] of marksOf()) {
    if (column === undefined) continue;
    const isTheirs = sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
    if (deleted) await sql`delete from ${sql.table(table)} where ${isTheirs}`.execute(transaction);
    else
      await sql`update ${sql.table(table)} set ${assignments({ ...personal, ...text })} where ${isTheirs}`.execute(
        transaction,
      );
  }
}

/**
 * Search terms for texts that name a person: the email address in lower case, full names (not first names
 * alone), and the digits of phone numbers.
 */
export interface Person {
  email: string;
  names: readonly string[];
  phones: readonly string[];
}

/** @returns a condition that is true if one of the columns names the person */
export function namesPerson(
  { email, names, phones }: Person,
  columns: readonly string[],
): RawBuilder<boolean> {
  const terms = [email, ...names.map((name) => name.toLowerCase())].filter((term) => term !== '');
  const texts = columns.map((name) => sql`coalesce(lower(${sql.ref(name)}::text), '')`);
  const text = sql`concat_ws(' ', ${sql.join(texts)})`;
  return sql<boolean>`(
    ${text} like any(${terms.map(patternOf)}::text[])
    or regexp_replace(${text}, '[^0-9]', '', 'g') like any(${phones.map(patternOf)}::text[]))`;
}

const patternOf = (term: string) => `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Erases free text that names the person, in all tables. Rows of tables with the mark `deleted` are deleted.
 */
export async function eraseMentions(transaction: Transaction<Database>, person: Person): Promise<void> {
  for (const [table, { text = {}, deleted }] of marksOf())
    for (const [column, value] of Object.entries(text)) {
      const isNamed = namesPerson(person, [column]);
      if (deleted) await sql`delete from ${sql.table(table)} where ${isNamed}`.execute(transaction);
      else
        await sql`update ${sql.table(table)} set ${assignments({ [column]: value })} where ${isNamed}`.execute(
          transaction,
        );
    }
}
