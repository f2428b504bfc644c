import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseSeed, createRandom } from '../random.ts';
import { type Person, tracesOf } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { playRound } from './round.ts';
import type { Strike } from './strikes.ts';
import { judge, unharmed } from './verdict.ts';

const maxRefusalMs = 10_000;
/** Long rounds choose by chance: `pnpm chaos leads`. */
const rounds: Strike[][] = [
  ['kill the BFF', 'existing connections go silent'],
  ['the database restarts', 'kill the BFF'],
];
const random = createRandom(chooseSeed());
const people: Person[] = [];
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test.each(rounds.map((strikes, number) => ({ strikes, name: `r${number}` })))(
  '18 while everything fails no lead is lost or doubled, and leads are soon taken again: $strikes',
  async ({ strikes, name }) => {
    const round = await playRound(product, random, name, strikes);
    people.push(...round.people);
    const verdict = await judge(product, round, name);
    expect(verdict).toMatchObject(unharmed);
    expect(verdict.successes).toBeGreaterThan(0);
    expect(round.longestRefusalMs).toBeLessThan(maxRefusalMs);
  },
);

test('and no log holds an e-mail address or a phone number of a visitor', () => {
  const logs = product.logs();
  expect(logs).toContain('lead not forwarded');
  expect(people.length).toBeGreaterThan(100);
  expect(tracesOf(people, logs)).toEqual([]);
  // That it would be seen.
  const [{ email, phone } = { email: '', phone: '' }] = people;
  expect(tracesOf(people, `${logs}{"to":"${email}","at":"+91${phone}"}`)).toEqual([email, phone]);
});
