/** `ops queue …`: shows queue depths, schedules and dead jobs; retries and cancels jobs. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { listDeadJobs, queueDepths, scheduleRuns } from '../../platform/jobs/queue-state.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus, wholeNumber } from './arguments.ts';
import { ageText, formatTimestamp, tableLines } from './table.ts';

export const queueUsage = [
  'ops queue [--json]',
  'ops queue dead [--json] [--limit N]',
  ...usagesOf('jobs'),
].join('\n');

const defaultLimit = 200;
const maxListed = 10_000;

const options = { json: { type: 'boolean' }, limit: { type: 'string' } } as const;
const verbs = { '': ['json'], dead: ['json', 'limit'] } as const;

interface QueueCommandDependencies {
  database: Kysely<Database>;
  actions: Executor;
}

async function depths({ database }: QueueCommandDependencies, json: boolean, print: Print): Promise<number> {
  const queues = await queueDepths(database);
  const schedules = await scheduleRuns(database);
  const rows = queues.map(({ queue, waiting, later, active, dead, oldestWaitingSeconds }) => [
    queue,
    waiting,
    later,
    active,
    dead,
    waiting > 0 ? ageText(oldestWaitingSeconds) : '',
  ]);
  const runs = schedules.map((run) => [
    run.schedule,
    formatTimestamp(run.succeededAt),
    formatTimestamp(run.failedAt),
  ]);
  printAnswer(print, json, { queues, schedules }, [
    ...tableLines(['queue', 'waiting', 'delayed', 'active', 'dead', 'oldest'], rows),
    '',
    ...tableLines(['schedule', 'last success', 'last failure'], runs),
  ]);
  return 0;
}

async function dead({ database }: QueueCommandDependencies, values: Values, print: Print): Promise<number> {
  const limit = wholeNumber(values.limit, defaultLimit, maxListed);
  if (limit === undefined) {
    print(`--limit takes a whole number from 1.\n${queueUsage}`);
    return usageErrorStatus;
  }
  const jobs = await listDeadJobs(database, limit);
  const rows = jobs.map(({ id, queue, subject, diedAt, tries, reason }) => [
    id,
    queue,
    subject ?? '',
    formatTimestamp(diedAt),
    tries,
    reason ?? '',
  ]);
  const header = ['id', 'queue', 'subject', 'died', 'attempts', 'reason'];
  printAnswer(print, values.json, { jobs }, tableLines(header, rows));
  return 0;
}

interface Values {
  json?: boolean;
  limit?: string;
}

/**
 * @param args arguments after `ops queue`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function queueCommand(
  args: readonly string[],
  dependencies: QueueCommandDependencies,
  print: Print,
): Promise<number> {
  const acted = runVerb('jobs', args, dependencies.actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: queueUsage }, print);
  if (!read) return usageErrorStatus;
  const { verb, rest, values } = read;
  if (rest.length > 0) {
    print(queueUsage);
    return usageErrorStatus;
  }
  return verb === 'dead'
    ? dead(dependencies, values, print)
    : depths(dependencies, values.json ?? false, print);
}
