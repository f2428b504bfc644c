/** `ops queue …`: queue depths, dead jobs, and their retry or removal. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findJobQueue, listDeadJobs, queueDepths, scheduleRuns } from '../../platform/jobs/queue-state.ts';
import { type QueueName, queueNames } from '../../platform/jobs/queues.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { ageText, momentText, tableLines } from './table.ts';

export const queueUsage = `ops queue [--json]
ops queue dead [--json] [--limit N]
ops queue retry ID | --all [--queue NAME] [--json]
ops queue cancel ID [--json]`;

const defaultLimit = 200;
const mostListed = 10_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const options = {
  json: { type: 'boolean' },
  limit: { type: 'string' },
  all: { type: 'boolean' },
  queue: { type: 'string' },
} as const;
const verbs = {
  '': ['json'],
  dead: ['json', 'limit'],
  retry: ['json', 'all', 'queue'],
  cancel: ['json', 'queue'],
} as const;

export interface QueueCommandDependencies {
  database: Kysely<Database>;
  /** Lazy: most commands only read. */
  jobs: () => Promise<Pick<Jobs, 'revive' | 'cancel'>>;
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
  const runs = schedules.map((run) => [run.schedule, momentText(run.succeededAt), momentText(run.failedAt)]);
  printAnswer(print, json, { queues, schedules }, [
    ...tableLines(['queue', 'waiting', 'later', 'active', 'dead', 'oldest'], rows),
    '',
    ...tableLines(['schedule', 'last success', 'last failure'], runs),
  ]);
  return 0;
}

async function dead({ database }: QueueCommandDependencies, values: Values, print: Print): Promise<number> {
  const limit = wholeNumber(values.limit, defaultLimit, mostListed);
  if (limit === undefined) {
    print(`--limit takes a whole number from 1 up.\n${queueUsage}`);
    return wrongUse;
  }
  const jobs = await listDeadJobs(database, limit);
  const rows = jobs.map(({ id, queue, subject, diedAt, tries, reason }) => [
    id,
    queue,
    subject ?? '',
    momentText(diedAt),
    tries,
    reason ?? '',
  ]);
  const header = ['id', 'queue', 'lead or order', 'died', 'tries', 'reason'];
  printAnswer(print, values.json, { jobs }, tableLines(header, rows));
  return 0;
}

async function retry({ jobs }: QueueCommandDependencies, id: string | undefined, queue: string | undefined) {
  const started = await jobs();
  return started.revive(id === undefined ? { queue } : { ids: [id] });
}

async function cancel(
  { database, jobs }: QueueCommandDependencies,
  id: string,
  { json }: Values,
  print: Print,
) {
  const queue = await findJobQueue(database, id);
  if (queue === undefined) {
    const reason = 'There is no job of this id that waits or is dead';
    printAnswer(print, json, { error: reason }, [reason]);
    return 1;
  }
  await (await jobs()).cancel(queue, id);
  printAnswer(print, json, { cancelled: id }, ['cancelled']);
  return 0;
}

interface Values {
  json?: boolean;
  limit?: string;
  all?: boolean;
  queue?: string;
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
  const read = readArguments(args, { options, verbs, usage: queueUsage }, print);
  if (!read) return wrongUse;
  const { verb, values } = read;
  const [id, ...rest] = read.rest;
  if (values.queue !== undefined && !queueNames.includes(values.queue as QueueName)) {
    print(`There is no queue "${values.queue}". Queues: ${queueNames.join(', ')}`);
    return 2;
  }
  if (verb === '') return depths(dependencies, values.json ?? false, print);
  if (verb === 'dead' && id === undefined) return dead(dependencies, values, print);
  const one = id !== undefined && rest.length === 0 && uuid.test(id);
  if (verb === 'retry' && (values.all ? id === undefined : one)) {
    const revived = await retry(dependencies, id, values.queue);
    printAnswer(print, values.json, { sent_back: revived }, [`sent back: ${revived}`]);
    return revived > 0 || values.all ? 0 : 1;
  }
  if (verb === 'cancel' && one) return cancel(dependencies, id, values, print);
  print(queueUsage);
  return 2;
}
