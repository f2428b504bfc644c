/** `ops cases …`: lists the open cases and closes them. */
import type { Kysely } from 'kysely';
import { openCases } from '../../enrolment/orders/cases/case-store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { caseOf, tableOfCases } from './orders-view.ts';

export const casesUsage = ['ops cases [list] [--json]', ...usagesOf('cases')].join('\n');

const options = { json: { type: 'boolean' } } as const;
const verbs = { '': ['json'], list: ['json'] } as const;

/**
 * @param args arguments after `ops cases`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function casesCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('cases', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: casesUsage }, print);
  if (!read) return usageErrorStatus;
  if (read.rest.length > 0) {
    print(`Unexpected argument.\n${casesUsage}`);
    return usageErrorStatus;
  }
  const cases = await openCases(database);
  printAnswer(print, read.values.json, { cases: cases.map(caseOf) }, tableOfCases(cases));
  return 0;
}
