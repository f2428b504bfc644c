/** `ops cache purge`: purges the caches of all running servers. */
import type { Executor } from '../actions/execute.ts';
import { runAction, usageOf } from './action-command.ts';
import type { Print } from './answer.ts';
import { wrongUse } from './arguments.ts';

export const cacheUsage = usageOf('cache.purge');

/**
 * @param args arguments after `ops cache`
 * @returns exit status: 0, or 2 for wrong usage
 */
export async function cacheCommand(
  args: readonly string[],
  actions: Executor,
  print: Print,
): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === 'purge') return runAction('cache.purge', rest, actions, print);
  print(cacheUsage);
  return wrongUse;
}
