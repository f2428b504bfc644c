/** `E2E=all` runs every combination; a usual run takes each page once and spreads the variants over the pages. */
export const isFullRun = process.env.E2E === 'all';

/**
 * The sample of costly cases that a usual run takes.
 * @param cases all of them
 * @param turn which of every `ways` cases is taken
 */
export function spread<Case>(cases: readonly Case[], turn: number, ways = 2): readonly Case[] {
  return isFullRun ? cases : cases.filter((_, index) => index % ways === turn % ways);
}
