/** `ops opt-outs …`: imports opt-outs from marketing emails, and undoes an import. */
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import type { Print } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';
import { importFile } from './import-file.ts';

export const optOutsUsage = usagesOf('opt-outs').join('\n');

/**
 * @param args arguments after `ops opt-outs`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function optOutsCommand(
  args: readonly string[],
  { actions }: { actions: Executor },
  print: Print,
): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === 'import') return importFile('opt-outs.import', rest, actions, print);
  const acted = runVerb('opt-outs', args, actions, print);
  if (acted) return acted;
  print(optOutsUsage);
  return usageErrorStatus;
}
