/** Short form of `pnpm lab stranger`, which also prints the figures. */
import { freePort } from '@meridian/stack/free-port';
import { type Stack, startStack } from '@meridian/stack/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOfTrial, runTrial, trialEnvironment } from '../../stranger/trial.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { ...trialEnvironment, CONSOLE_PORT: String(await freePort()) } });
});
afterAll(() => stack?.stop());

test('a stranger at one network address cannot block other visitors or flood anyone with emails', async () => {
  expect(faultsOfTrial(await runTrial(stack, 31))).toEqual([]);
});
