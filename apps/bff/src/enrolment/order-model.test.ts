import { afterAll, expect, it } from 'vitest';
import { describeFailure, runModel } from '../../testing/model/run-model.ts';
import { openWorld } from '../../testing/model/world.ts';

const world = await openWorld(process.env.TEST_DATABASE_URL ?? '');
afterAll(() => world.close());

it('every invariant holds after each step of random sequences', async () => {
  const { sequences, failures } = await runModel(world, { seed: 1, sequences: 60, maxMs: 12_000 });
  expect(failures.map(describeFailure)).toEqual([]);
  expect(sequences).toBeGreaterThan(0);
});
