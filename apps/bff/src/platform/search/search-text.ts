/** What an operator searches for, as a condition on the words of an entry. */
import { type RawBuilder, sql } from 'kysely';
import { maxNumberLength } from './words.ts';

/** Parts of words are found, or only how words begin. */
export type SearchIndex = 'trigrams' | 'prefixes';

/** A search begins at three characters. */
export const minSearchLength = 3;
const maxTokens = 8;

/** `%` and `_` of a search are characters like others. */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Parts that all have to be found. A phone number is one part, however it is separated or prefixed. */
export function tokensOf(search: string): string[] {
  const text = search.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s+()-]+$/.test(text) && digits.length >= minSearchLength)
    return [digits.length > maxNumberLength ? digits.slice(-maxNumberLength) : digits];
  return text.split(/\s+/).slice(0, maxTokens);
}

/** True if an index narrows the search down. */
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
