import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@meridian/stack/stack';
import type { Random } from '../random.ts';

const longestLifeMs = 700;

/**
 * Kills the BFF with SIGKILL at random moments and starts it again, until it is told to stop. It runs afterwards.
 *
 * @returns ends it; answers how often it killed
 */
export function killRepeatedly(stack: Stack, random: Random): () => Promise<number> {
  let going = true;
  let kills = 0;
  async function run(): Promise<void> {
    while (going) {
      await sleep(random.between(0, longestLifeMs));
      if (!going) return;
      await stack.kill('bff', 'SIGKILL');
      kills += 1;
      await stack.restart('bff');
    }
  }
  const running = run();
  // A failed restart is reported by the returned function; until then nothing awaits this promise.
  running.catch(() => undefined);
  return async () => {
    going = false;
    await running;
    return kills;
  };
}
