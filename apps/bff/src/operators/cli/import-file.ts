import type { Executor } from '../actions/execute.ts';
import { usageOf } from './action-arguments.ts';
import { runAction } from './action-command.ts';
import type { Print } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';
import { FileError, withText } from './text-file.ts';

/**
 * Runs the action that imports the file of `--file PATH`.
 * @param args after noun and verb
 * @returns exit status: 0 done, 1 refused, 2 wrong usage or a file with errors
 */
export async function importFile(
  name: 'batches.import' | 'coupons.import' | 'opt-outs.import',
  args: readonly string[],
  executor: Executor,
  print: Print,
): Promise<number> {
  try {
    return await runAction(name, await withText(args, '--file'), executor, print);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    print(`${error.message}\n${usageOf(name)}`);
    return usageErrorStatus;
  }
}
