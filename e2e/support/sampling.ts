/** `E2E=all` runs all combinations; a usual run takes each page once and spreads variants over the pages. */
export const isFullRun = process.env.E2E === 'all';

/** Tag of tests that only a full run takes: variants of what a usual run tries by another test. */
export const nightly = '@nightly';

/**
 * Sample of costly cases for a usual run.
 * @param cases all cases
 * @param turn which of every `ways` cases is taken
 */
export function spread<Case>(cases: readonly Case[], turn: number, ways = 2): readonly Case[] {
  return isFullRun ? cases : cases.filter((_, index) => index % ways === turn % ways);
}
