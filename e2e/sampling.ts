/** `E2E=all` tries everything in every way; a usual run tries each page once and spreads the ways over the pages. */
export const isWhole = process.env.E2E === 'all';

/**
 * What a usual run tries, of cases that cost much.
 * @param cases all of them
 * @param turn which of every `ways` cases is taken
 */
export function spread<Case>(cases: readonly Case[], turn: number, ways = 2): readonly Case[] {
  return isWhole ? cases : cases.filter((_, index) => index % ways === turn % ways);
}
