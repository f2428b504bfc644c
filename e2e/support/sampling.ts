/**
 * `E2E=all` runs all combinations. A normal run takes each page once and spreads the variants over the pages.
 */
export const isFullRun = process.env.E2E === 'all';

/**
 * Tag of tests that only a full run takes: variants of a case, console pages whose rules tests without a browser
 * check, and walks through all components. A test of a lead, a payment or a promise to a visitor does not have it.
 */
export const nightly = '@nightly';

/**
 * Selects a sample of costly cases for a normal run.
 * @param cases all cases
 * @param turn which of every `ways` cases is selected
 */
export function spread<Case>(cases: readonly Case[], turn: number, ways = 2): readonly Case[] {
  return isFullRun ? cases : cases.filter((_, index) => index % ways === turn % ways);
}
