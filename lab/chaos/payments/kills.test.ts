/**
 * Kills the BFF repeatedly while visitors pay; after reconciliation each captured payment is one booking.
 * Long form: `pnpm lab chaos payments --checkouts 200`; SEED repeats a run's choices.
 */
import { afterAll, expect, it } from 'vitest';
import { chooseSeed } from '../random.ts';
import { faultsOf, lineOf, playCheckouts, startForCheckouts } from './checkouts.ts';

const checkouts = 12;
const seed = chooseSeed(process.env.SEED);

const stack = await startForCheckouts();
afterAll(() => stack.stop());

it('books each captured payment once, even if the server is killed during checkouts', async () => {
  const run = await playCheckouts(stack, checkouts, seed);
  console.log(lineOf(run));
  expect(faultsOf(run)).toEqual([]);
  expect(run.after.booked).toBe(run.after.captured);
  // Without kills and payments, the run proves nothing.
  expect(run.visits).toHaveLength(checkouts);
  expect(run.kills).toBeGreaterThan(0);
  expect(run.before.faults.length).toBeGreaterThan(0);
}, 180_000);
