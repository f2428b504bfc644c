import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseSeed, createRandom } from '../random.ts';
import { type Persona, tracesOf } from './personas.ts';
import type { ProcessFault } from './process-faults.ts';
import { type Product, startProduct } from './product.ts';
import { classify, unharmed } from './result.ts';
import { playRound } from './round.ts';

const maxRefusalMs = 10_000;
/** Fixed faults of processes and connections; `pnpm lab chaos leads` chooses them at random. */
const round: ProcessFault[] = ['the database restarts', 'existing connections go silent', 'kill the BFF'];
const random = createRandom(chooseSeed());
const personas: Persona[] = [];
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test('under faults no lead is lost or duplicated, and leads are accepted again within the limit', async () => {
  const played = await playRound(product, random, 'r1', round);
  personas.push(...played.personas);
  const result = await classify(product, played, 'r1');
  expect(result).toMatchObject(unharmed);
  expect(result.successes).toBeGreaterThan(0);
  expect(played.longestRefusalMs).toBeLessThan(maxRefusalMs);
});

test('no log contains an email address or a phone number of a visitor', () => {
  const logs = product.logs();
  expect(logs).toContain('lead not forwarded');
  expect(personas.length).toBeGreaterThan(20);
  expect(tracesOf(personas, logs)).toEqual([]);
  // Sanity check: the search finds traces in a text that has them.
  const [{ email, phone } = { email: '', phone: '' }] = personas;
  expect(tracesOf(personas, `${logs}{"to":"${email}","at":"+91${phone}"}`)).toEqual([email, phone]);
});
