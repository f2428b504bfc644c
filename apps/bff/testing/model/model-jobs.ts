/**
 * The job queue of the model. A table stores the jobs, so that they commit with their cause. Handlers run
 * only when the model calls `drain` or `tick`.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';
import type { Jobs, WorkHandler } from '../../src/platform/jobs/jobs.ts';

export async function createJobsTable(database: Kysely<Database>): Promise<void> {
  await sql`create table model_jobs (number bigint generated always as identity, queue text not null, id text not null)`.execute(
    database,
  );
}

function notUsed(): never {
  throw new Error('the model uses no such job');
}

export function createModelJobs() {
  const handlers = new Map<string, WorkHandler>();
  const schedules = new Map<string, () => Promise<void>>();
  const jobs: Jobs = {
    start: async () => undefined,
    stop: async () => undefined,
    insertOf: notUsed,
    revive: notUsed,
    cancel: notUsed,
    async enqueue(queue, ids, { transaction }) {
      if (ids.length === 0) return;
      const rows = ids.map((id) => sql`(${queue}, ${id})`);
      await sql`insert into model_jobs (queue, id) values ${sql.join(rows)}`.execute(transaction);
    },
    async work(queue, _options, handler) {
      handlers.set(queue, handler);
    },
    async every(name, _schedule, handler) {
      schedules.set(name, handler);
    },
  };

  async function runBatch(database: Kysely<Database>): Promise<{ ran: number; failed: number }> {
    const { rows } = await sql<{ queue: string; id: string }>`
      delete from model_jobs returning queue, id`.execute(database);
    let failed = 0;
    for (const [queue, handler] of handlers) {
      const ids = [...new Set(rows.filter((row) => row.queue === queue).map(({ id }) => id))];
      if (ids.length === 0) continue;
      const results = await handler(ids);
      const again = ids.filter((id) => results.get(id) !== 'done');
      failed += again.length;
      for (const id of again)
        await sql`insert into model_jobs (queue, id) values (${queue}, ${id})`.execute(database);
    }
    return { ran: rows.length, failed };
  }

  return {
    jobs,
    /** Runs jobs until no job is left, or all remaining jobs fail; at most 20 rounds. */
    async drain(database: Kysely<Database>): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        const { ran, failed } = await runBatch(database);
        if (ran === failed) return;
      }
    },
    /** Runs all scheduled jobs once, or only the scheduled job of this name. */
    async tick(only?: string): Promise<void> {
      for (const [name, handler] of schedules) if (only === undefined || name === only) await handler();
    },
  };
}
