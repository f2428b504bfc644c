/**
 * `ops data-requests …`: lists erasure requests with their deadlines, erases the data, and refuses requests.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { listDataRequests, type OpenDataRequest } from '../../privacy/data-requests/operator-queue.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const dataRequestsUsage = ['ops data-requests [--all] [--json]', ...usagesOf('data-requests')].join(
  '\n',
);

const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const;
const verbs = { '': ['all', 'json'] } as const;

interface DataRequestsDependencies {
  database: Kysely<Database>;
  actions: Executor;
}

function dataOf(request: OpenDataRequest) {
  const { id, kind, email, confirmed_at, due_at, days_left, closed_at, outcome, note } = request;
  return {
    id,
    kind,
    email,
    asked_at: confirmed_at?.toISOString() ?? null,
    days_left,
    outcome,
    note,
    due_at: due_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
  };
}

function rowOf({ id, email, confirmed_at, due_at, days_left, outcome }: OpenDataRequest) {
  const timestamps = [confirmed_at, due_at].map((timestamp) => (timestamp ? formatTimestamp(timestamp) : ''));
  return [id, email, ...timestamps, outcome ?? (days_left < 0 ? 'overdue' : days_left)];
}

async function list({ database }: DataRequestsDependencies, all: boolean, json: boolean, print: Print) {
  const requests = await listDataRequests(database, { all });
  const table = tableLines(['id', 'email', 'requested', 'due', 'days left'], requests.map(rowOf));
  printAnswer(print, json, { data_requests: requests.map(dataOf) }, table);
  return 0;
}

/**
 * @param args arguments after `ops data-requests`
 * @returns exit status: 0 done, 1 refused or part of the data is not erased yet, 2 wrong usage
 */
export async function dataRequestsCommand(
  args: readonly string[],
  deps: DataRequestsDependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  if (word === 'erase')
    return runAction('data-requests.erase', others, deps.actions, print, ({ done, waiting }) => ({
      lines: [done],
      status: waiting.length === 0 ? 0 : 1,
    }));
  const acted = runVerb('data-requests', args, deps.actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: dataRequestsUsage }, print);
  if (!read) return usageErrorStatus;
  const { all = false, json = false } = read.values;
  return list(deps, all, json, print);
}
