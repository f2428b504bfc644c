/** `ops cache purge`: purges the caches of all running servers. */
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import type { Print } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';

export const cacheUsage = usagesOf('cache').join('\n');

/**
 * @param args arguments after `ops cache`
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function cacheCommand(
  args: readonly string[],
  actions: Executor,
  print: Print,
): Promise<number> {
  const acted = runVerb('cache', args, actions, print);
  if (acted) return acted;
  print(cacheUsage);
  return usageErrorStatus;
}
