/** Converts an operator's search text to a condition on the search column of an entry. */
import { type RawBuilder, sql } from 'kysely';
import { maxNumberLength } from './words.ts';

/** `trigrams` finds any part of a word, `prefixes` only the beginning. */
export type SearchIndex = 'trigrams' | 'prefixes';

/** Shorter searches are not run. */
export const minSearchLength = 3;
const maxTokens = 8;

/** Escapes `%` and `_`, which are ordinary characters in a search. */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Terms that must all match. A phone number is one term, with or without separators and country code. */
export function tokensOf(search: string): string[] {
  const text = search.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s+()-]+$/.test(text) && digits.length >= minSearchLength)
    return [digits.length > maxNumberLength ? digits.slice(-maxNumberLength) : digits];
  return text.split(/\s+/).slice(0, maxTokens);
}

/** True if an index can be used for the search. */
export const isIndexable = (search: string): boolean =>
  tokensOf(search).some((token) => /[\p{L}\p{N}]{3}/u.test(token));

/** @param words column of a search table */
export function matches(
  words: RawBuilder<unknown>,
  search: string,
  indexed: SearchIndex,
): RawBuilder<unknown> {
  const tokens = tokensOf(search);
  if (indexed !== 'prefixes')
    return sql.join(
      tokens.map((token) => sql`${words} like ${likePattern(token)}`),
      sql` and `,
    );
  const parts = tokens.flatMap((token) => token.match(/[\p{L}\p{N}]+/gu) ?? []);
  if (parts.length === 0) return sql`false`;
  return sql`search_prefixes(${words}) @@ to_tsquery('simple', ${parts.map((part) => `'${part}':*`).join(' & ')})`;
}
