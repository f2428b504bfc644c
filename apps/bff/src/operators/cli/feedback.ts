/** `ops feedback …`: publishes and unpublishes attendees' feedback. */
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import type { Print } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';

export const feedbackUsage = usagesOf('feedback').join('\n');

/**
 * @param args arguments after `ops feedback`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function feedbackCommand(
  args: readonly string[],
  { actions }: { actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('feedback', args, actions, print);
  if (acted) return acted;
  print(feedbackUsage);
  return usageErrorStatus;
}
