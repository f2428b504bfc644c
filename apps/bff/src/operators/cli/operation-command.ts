/** Runs commands that begin an operation. The operation runs in this process unless a worker runs it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { actions, type OperationName, type OperationOutput } from '@meridian/contracts/operators/actions';
import type { Executor } from '../actions/execute.ts';
import {
  findOperation,
  type OperationRunnerDependencies,
  runOperation,
} from '../actions/operations/operations.ts';
import { runAction } from './action-command.ts';
import type { Print } from './answer.ts';

const pollMs = 1_000;
const reportMs = 5_000;

export interface OperationCommandDependencies extends OperationRunnerDependencies {
  actions: Executor;
}

async function follow(deps: OperationRunnerDependencies, id: string) {
  let isOver = false;
  const working = (async () => {
    while (!(await runOperation(deps, id))) await sleep(pollMs);
    isOver = true;
  })();
  while (!isOver) {
    await Promise.race([working, sleep(reportMs, undefined, { ref: false })]);
    const now = await findOperation(deps.database, id);
    if (!isOver && now) process.stderr.write(`${now.done} done, ${now.failed} failed so far\n`);
  }
  return findOperation(deps.database, id);
}

export interface ShownOutput {
  /** The JSON document. */
  data: object;
  lines: readonly string[];
}

/**
 * Runs an operation from the command line until it ends. Needs no running server.
 * @param args arguments after noun and verb
 * @param show returns the text and JSON for the output
 * @returns exit status: 0 done, 1 refused or failed, 2 wrong usage
 */
export function runOperationCommand<Name extends OperationName>(
  name: Name,
  args: readonly string[],
  deps: OperationCommandDependencies,
  print: Print,
  show: (output: OperationOutput<Name>, message: string) => ShownOutput | Promise<ShownOutput>,
): Promise<number> {
  return runAction<OperationName>(name, args, deps.actions, print, async ({ operation }) => {
    const ended = await follow(deps, operation);
    const message = ended?.message ?? 'Operation not found.';
    const status = ended?.state === 'succeeded' ? 0 : 1;
    if (!ended?.output) return { data: { error: message }, lines: [message], status };
    const output = actions[name].output.parse(ended.output) as OperationOutput<Name>;
    const shown = await show(output, message);
    return { data: shown.data, lines: shown.lines, status };
  });
}
