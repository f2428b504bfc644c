/** `ops certificates …`: revokes certificates of attendance. */
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import type { Print } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';

export const certificatesUsage = usagesOf('certificates').join('\n');

/**
 * @param args arguments after `ops certificates`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function certificatesCommand(
  args: readonly string[],
  { actions }: { actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('certificates', args, actions, print);
  if (acted) return acted;
  print(certificatesUsage);
  return usageErrorStatus;
}
