import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Person } from '../../platform/database/erase-rows.ts';

/**
 * Reads the names that a person gave with an address. A single word is left out: it would be found in texts about others.
 * @param email in lower case
 */
export async function findPerson(database: Kysely<Database>, email: string): Promise<Person> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from orders where lower(email) = ${email}
    union
    select attendee ->> 'name' from orders, jsonb_array_elements(attendees) as attendee
    where lower(attendee ->> 'email') = ${email}
    union
    select concat_ws(' ', "values" ->> 'first_name', "values" ->> 'last_name') from leads where email = ${email}
    union
    select "values" ->> 'full_name' from leads where email = ${email}
    union
    select name from complaints where email = ${email}`.execute(database);
  const names = rows.flatMap(({ name }) => (name ?? '').trim().replaceAll(/\s+/g, ' '));
  return { email, names: names.filter((name) => name.includes(' ')) };
}
