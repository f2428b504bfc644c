/** Queue state for operators and metrics. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { deadJobsQueue } from './queues.ts';

export interface QueueDepth {
  queue: string;
  /** Jobs that are due and not active. */
  waiting: number;
  /** Jobs that are due later, mostly because of back-off. */
  later: number;
  active: number;
  /** Jobs whose retries have all failed. */
  dead: number;
  /** Seconds since the oldest waiting job became due; 0 if there is none. */
  oldestWaitingSeconds: number;
}

/** Reads the depth of every queue. A queue of a schedule has at most one waiting run. */
export async function queueDepths(database: Kysely<Database>): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    with open as (
      select name, state, start_after from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') and name <> ${deadJobsQueue}
    ), buried as (
      select source_name as name, count(*) as jobs from pgboss.job
      where name = ${deadJobsQueue} and state in ('created', 'retry') group by source_name
    )
    select queue.name as queue,
      (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::integer as waiting,
      (count(*) filter (where state in ('created', 'retry') and start_after > now()))::integer as later,
      (count(*) filter (where state = 'active'))::integer as active,
      coalesce(max(buried.jobs), 0)::integer as dead,
      greatest(coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0), 0)::float8
        as "oldestWaitingSeconds"
    from pgboss.queue as queue left join open using (name) left join buried using (name)
    where queue.name <> ${deadJobsQueue} and queue.name not like '\\_\\_pgboss%'
    group by queue.name order by queue.name`.execute(database);
  return rows;
}

export interface DeadJob {
  id: string;
  queue: string;
  /** Id of the row that the job is about, for example of a lead or an order. */
  subject: string | null;
  diedAt: Date;
  tries: number;
  /** Last error of the handler, or null if the handler only requested a retry. */
  reason: string | null;
}

const maxReasonLength = 200;

/** @returns the dead jobs, newest first */
export async function listDeadJobs(database: Kysely<Database>, limit: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, source_name as queue, data ->> 'id' as subject, created_on as "diedAt",
      coalesce(source_retry_count, 0) + 1 as tries,
      left(source_output ->> 'message', ${maxReasonLength}) as reason
    from pgboss.job
    where name = ${deadJobsQueue} and state in ('created', 'retry')
    order by created_on desc limit ${limit}`.execute(database);
  return rows;
}

/** @returns the queue in which the job waits or is dead, or undefined */
export async function findJobQueue(database: Kysely<Database>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where id = ${id} and state in ('created', 'retry') limit 1`.execute(database);
  return rows[0]?.name;
}

export interface ScheduleRun {
  schedule: string;
  succeededAt: Date | null;
  failedAt: Date | null;
}

/**
 * Reads the last success and the last failure of each schedule on any replica, and of other recorded runs,
 * for example base backups.
 */
export async function scheduleRuns(database: Kysely<Database>): Promise<ScheduleRun[]> {
  const rows = await database.selectFrom('schedule_runs').selectAll().orderBy('name').execute();
  return rows.map((row) => ({
    schedule: row.name,
    succeededAt: row.succeeded_at,
    failedAt: row.failed_at,
  }));
}

/** Records that a run of a schedule, or of other recorded work, ended now. */
export async function recordRun(
  database: Kysely<Database>,
  schedule: string,
  result: 'succeeded' | 'failed',
): Promise<void> {
  const timestamp = result === 'succeeded' ? 'succeeded_at' : 'failed_at';
  await database
    .insertInto('schedule_runs')
    .values({ name: schedule, [timestamp]: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ [timestamp]: sql<Date>`now()` }))
    .execute();
}
