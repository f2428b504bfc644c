import { type Kysely, sql } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Person } from '../../platform/database/erase-rows.ts';

/** Digits of an Indian phone number without its country code. */
const phoneDigits = 10;

/**
 * Reads the names and phone numbers that a person gave with an address. Names of one word and numbers with
 * fewer than 10 digits are left out, because they would match texts about others.
 * @param email in lower case
 */
export async function findPerson(database: Kysely<Database>, email: string): Promise<Person> {
  const { rows } = await sql<{ name: string | null; phone: string | null }>`
    select first_name || ' ' || last_name as name, phone_number as phone from orders where lower(email) = ${email}
    union
    select attendee ->> 'name', null from orders, jsonb_array_elements(attendees) as attendee
    where lower(attendee ->> 'email') = ${email}
    union
    select
      concat_ws(' ',
        "values" ->> 'full_name', "values" ->> 'first_name', "values" ->> 'last_name',
        "values" ->> 'First_Name', "values" ->> 'Last_Name'),
      coalesce("values" ->> 'phone_number', "values" ->> 'mobile_number', "values" ->> 'Phone')
    from leads where email = ${email}
    union
    select name, phone from complaints where email = ${email}
    union
    select name, null from certificates where address_key = ${addressKey(email)}
    union
    select name, null from late_attendees where email = ${email}`.execute(database);
  const names = rows.map(({ name }) => (name ?? '').trim().replaceAll(/\s+/g, ' '));
  const phones = rows.map(({ phone }) => (phone ?? '').replaceAll(/\D/g, '').slice(-phoneDigits));
  return {
    email,
    names: names.filter((name) => name.includes(' ')),
    phones: phones.filter((digits) => digits.length === phoneDigits),
  };
}
