/** SQL expressions for the search text of an entry. */
import { type RawBuilder, sql } from 'kysely';

const maxWordsLength = 8_000;
export const maxNumberLength = 10;

/** The last digits of a phone number, without its country code, as `tokensOf` cuts them. */
export const phoneDigits = (text: RawBuilder<unknown>) =>
  sql`right(regexp_replace(${text}, '[^0-9]', '', 'g'), ${sql.lit(maxNumberLength)})`;

/** @returns the texts that are not empty, joined and in lower case */
export const joinWords = (...texts: RawBuilder<unknown>[]) => {
  const present = texts.map((text) => sql`nullif(${text}, '')`);
  return sql`lower(left(concat_ws(' ', ${sql.join(present)}), ${sql.lit(maxWordsLength)}))`;
};
