import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@meridian/stack/stack';
import type { Random } from '../random.ts';

const minLifetimeLimitMs = 700;

/**
 * Kills the BFF with SIGKILL at random times and restarts it, until stopped. Leaves the BFF running.
 * @returns a function that stops the kills and resolves with their number
 */
export function killRepeatedly(stack: Stack, random: Random): () => Promise<number> {
  let going = true;
  let kills = 0;
  // A machine that restarts the BFF slowly also answers slowly: with a fixed lifetime, no visitor would get
  // an answer.
  let maxLifetimeMs = minLifetimeLimitMs;
  async function run(): Promise<void> {
    while (going) {
      await sleep(random.between(0, maxLifetimeMs));
      if (!going) return;
      await stack.kill('bff', 'SIGKILL');
      kills += 1;
      const killedAt = performance.now();
      await stack.restart('bff');
      maxLifetimeMs = Math.max(minLifetimeLimitMs, Math.round((performance.now() - killedAt) / 2));
    }
  }
  const running = run();
  // The returned function reports a failed restart. Until it is called, no code awaits this promise.
  running.catch(() => undefined);
  return async () => {
    going = false;
    await running;
    return kills;
  };
}
