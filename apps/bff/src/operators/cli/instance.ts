/** `ops instance`: checks a brand's folder, and makes all running servers read their folder again. */
import type { TextSettings } from '@meridian/contracts/site/text-references';
import { InstanceError, readInstanceFolder } from '@meridian/instance/folder';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';

export const instanceUsage = ['ops instance check DIR [--json]', ...usagesOf('instance')].join('\n');

const grammar = {
  options: { json: { type: 'boolean' } },
  verbs: { check: ['json'] },
  usage: instanceUsage,
} as const;

/**
 * Checks a folder. Needs no database.
 * @param args arguments after `ops instance`
 * @param settings settings that texts may refer to
 * @returns exit status: 0; 1 if the folder is invalid; 2 for wrong usage
 */
export function checkInstance(args: readonly string[], settings: TextSettings, print: Print): number {
  const read = readArguments(args, grammar, print);
  const [dir] = read?.rest ?? [];
  if (!read || dir === undefined) {
    if (read) print(instanceUsage);
    return usageErrorStatus;
  }
  try {
    const { instance, redirects } = readInstanceFolder(dir, settings);
    const count = redirects.exact.size + redirects.folders.size;
    printAnswer(print, read.values.json, { name: instance.name, redirects: count, faults: [] }, [
      `${instance.name}: the folder is valid, with ${count} redirect${count === 1 ? '' : 's'}.`,
    ]);
    return 0;
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    printAnswer(print, read.values.json, { faults: error.faults }, [error.message]);
    return 1;
  }
}

/**
 * @param args arguments after `ops instance`
 * @returns exit status: 0 done, 1 refused, for example because the folder is invalid, 2 wrong usage
 */
export async function instanceCommand(
  args: readonly string[],
  actions: Executor,
  print: Print,
): Promise<number> {
  const acted = runVerb('instance', args, actions, print);
  if (acted) return acted;
  print(instanceUsage);
  return usageErrorStatus;
}
