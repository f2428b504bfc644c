/** `ops sales …`: shows, opens and closes sales. */
import type { Kysely } from 'kysely';
import { readSales } from '../../enrolment/seats/sales.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { toSalesState } from '../actions/installation/sales.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp } from './table.ts';

export const salesUsage = ['ops sales [--json]', ...usagesOf('sales')].join('\n');

const options = { json: { type: 'boolean' } } as const;
const verbs = { '': ['json'] } as const;

/**
 * @param args arguments after `ops sales`
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function salesCommand(
  args: readonly string[],
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
): Promise<number> {
  const acted = runVerb('sales', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: salesUsage }, print);
  if (!read) return usageErrorStatus;
  const state = await readSales(database);
  const by = state.changedBy === null ? '' : `, by ${state.changedBy}`;
  printAnswer(print, read.values.json, { sales: toSalesState(state) }, [
    `Sales have been ${state.isOpen ? 'open' : 'closed'} since ${formatTimestamp(state.since)}${by}.`,
  ]);
  return 0;
}
