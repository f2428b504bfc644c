/** Commands of actions, from their contracts: `ops <noun> <verb> …`. */
import { randomUUID } from 'node:crypto';
import {
  type ActionName,
  type ActionResult,
  actions,
  isConfirmed,
} from '@meridian/contracts/operators/actions';
import { parseUuid } from '@meridian/contracts/uuid';
import { fieldErrorsOf } from '../../platform/http/problems/errors.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Executor } from '../actions/execute.ts';
import { fieldsOf, namesOf, type Request, readRequest, UsageError, usageOf } from './action-arguments.ts';
import { type Print, printAnswer } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';
import { shellActor } from './shell-actor.ts';

function describeErrors(name: ActionName, { message, errors = {} }: Refusal): string {
  const lines = Object.entries(errors).flatMap(([field, messages]) => {
    const [first = '', ...path] = field.split('.').filter((part) => !/^\d+$/.test(part));
    const known = fieldsOf(name).find((candidate) => candidate.name === first);
    const option = known?.isPositional === false ? `--${known.option}` : first.toUpperCase();
    const label = [option, path.join('.')].filter(Boolean).join(' ');
    return messages.map((text) => `${label}: ${text}.`);
  });
  return lines.length > 0 ? lines.join('\n') : message;
}

interface Fault {
  line: number;
  column: string;
  message: string;
}

/** @returns a line for each error in an imported file */
const faultLines = (preview: object) => {
  const { faults = [] } = preview as { faults?: readonly Fault[] };
  return faults.map(
    ({ line, column, message }) => `Line ${[line, column].filter(Boolean).join(', ')}: ${message}`,
  );
};

export interface Shown {
  lines: readonly string[];
  /** The JSON document; the action's result if absent. */
  data?: object;
  status?: number;
}

/**
 * Runs an action from the command line.
 * @param args arguments after noun and verb; already parsed, if the command has other options
 * @param show returns the output for the result, and an exit status other than 0 if work remains
 * @param user name of the shell user, for the audit log
 * @returns exit status: 0 or that of `show` if done, 1 refused, 2 wrong usage
 */
export async function runAction<Name extends ActionName>(
  name: Name,
  args: readonly string[] | Request,
  executor: Executor,
  print: Print,
  show: (result: ActionResult<Name>) => Shown | Promise<Shown> = ({ done }) => ({ lines: [done] }),
  user?: string,
): Promise<number> {
  let usage = usageOf(name);
  try {
    const request = 'input' in args ? args : readRequest(name, args);
    usage = request.usage ?? usage;
    const { input, json, preview } = request;
    const key = request.key === undefined ? randomUUID() : parseUuid(request.key);
    if (key === undefined) throw new UsageError('--key takes a UUID.');
    const actor = shellActor(user);
    try {
      if (preview) {
        const result = await executor.preview(name, input, actor);
        const line = isConfirmed(name)
          ? `Preview. Nothing was changed. ${result.done}`
          : `Preview. Nothing was changed. Result: ${result.done}`;
        printAnswer(print, json, result, [line, ...faultLines(result)]);
        return 0;
      }
      // Without `--confirm`, previews now and confirms that outcome.
      if (isConfirmed(name) && input.confirm === undefined) {
        const { error } = actions[name].input.safeParse({ ...input, confirm: '0'.repeat(16) });
        if (error)
          throw new Refusal('invalid', 'input_invalid', 'Please check the input.', {
            errors: fieldErrorsOf(error),
          });
        input.confirm = (await executor.preview(name, input, actor)).confirm;
      }
      const result = await executor.execute(name, input, { actor, key, requestId: `ops-${randomUUID()}` });
      const { lines, data = result, status = 0 } = await show(result);
      printAnswer(print, json, data, lines);
      return status;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.kind === 'invalid') throw new UsageError(describeErrors(name, error));
      printAnswer(print, json, { error: error.message, code: error.code }, [error.message]);
      return 1;
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(`${error.message}\n${usage}`);
    return usageErrorStatus;
  }
}

/**
 * Runs the action with this noun and verb.
 * @param args after the noun
 * @returns undefined if the noun has no such action
 */
export function runVerb(
  noun: string,
  [verb, ...args]: readonly string[],
  executor: Executor,
  print: Print,
): Promise<number> | undefined {
  const name = namesOf(noun).find((candidate) => candidate === `${noun}.${verb}`);
  return name && runAction(name, args, executor, print);
}
