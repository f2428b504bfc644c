/**
 * `ops setup`: runs the assistant. With a verb, shows and checks the steps of a running installation, and
 * runs their actions.
 */

import type { ActionResult } from '@meridian/contracts/operators/actions';
import type { SetupStepRow } from '@meridian/contracts/operators/console/setup';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { openDns } from '../doctor/dns.ts';
import { runAssistant } from '../setup/assistant/assistant.ts';
import { openTerminal } from '../setup/assistant/terminal.ts';
import { neverPassed } from '../setup/missing-steps.ts';
import { listSteps } from '../setup/step-store.ts';
import { steps } from '../setup/steps.ts';
import { usagesOf } from './action-arguments.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const setupUsage = ['ops setup [--file PATH]', 'ops setup steps [--json]', ...usagesOf('setup')].join(
  '\n',
);

const options = { json: { type: 'boolean' } } as const;
const verbs = { steps: ['json'] } as const;

const rowOf = ({ id, title, state, passed_at: passedAt, is_required: isRequired }: SetupStepRow) => [
  id,
  title,
  isRequired ? 'required' : '',
  state,
  passedAt ? formatTimestamp(new Date(passedAt)) : '',
];

const resultLines = ({ done, steps: results }: ActionResult<'setup.check'>) => ({
  lines: [
    ...results.flatMap(({ id, state, message }) => [`${state}  ${steps[id].title}`, `        ${message}`]),
    done,
  ],
});

/** @returns false for `ops setup` without a verb, which runs the assistant */
export const isSetupVerb = (word: string | undefined): boolean => word !== undefined && !word.startsWith('-');

const assistantOptions = { file: { type: 'string' } } as const;

/**
 * Runs the assistant on this process's terminal.
 * @param args arguments after `ops setup`, without a verb
 * @returns exit status: 0; 1 if a step is left open; 2 for wrong usage
 */
export async function assistantCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  print: Print,
): Promise<number> {
  const grammar = { options: assistantOptions, verbs: { '': ['file'] } as const, usage: setupUsage };
  const read = readArguments(args, grammar, print);
  if (!read) return usageErrorStatus;
  const terminal = openTerminal(process.stdin, process.stdout);
  try {
    const file = read.values.file ?? '.env';
    return await runAssistant({ terminal, environment, file, dns: openDns() });
  } finally {
    terminal.close();
  }
}

/**
 * @param args arguments after `ops setup`, with a verb
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function setupCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  if (word === 'check') return runAction('setup.check', others, actions, print, resultLines);
  if (word === 'order')
    return runAction('setup.order', others, actions, print, ({ done, order }) => ({
      lines: [done, order.link],
    }));
  const acted = runVerb('setup', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: setupUsage }, print);
  if (!read) return usageErrorStatus;
  const rows = await listSteps(database);
  const missing = await neverPassed(database);
  const lines = [
    ...tableLines(['step', 'title', '', 'state', 'first passed'], rows.map(rowOf)),
    missing.length === 0
      ? 'All required steps have passed.'
      : `Required steps that have never passed: ${missing.join(', ')}.`,
  ];
  printAnswer(print, read.values.json, { steps: rows, missing }, lines);
  return 0;
}
