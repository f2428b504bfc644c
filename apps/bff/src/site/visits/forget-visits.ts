import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Thirteen months, so that a month can be compared with the same month of the previous year. */
const keptDays = 400;

/** Deletes old counters. @returns number of rows deleted */
export async function deleteOldVisits(database: Kysely<Database>): Promise<number> {
  let deleted = 0;
  for (const table of ['visit_counts', 'vital_counts'] as const) {
    const [{ numDeletedRows } = { numDeletedRows: 0n }] = await database
      .deleteFrom(table)
      .where('day', '<', sql<string>`(now() at time zone 'Asia/Kolkata')::date - ${keptDays}::integer`)
      .execute();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

/** Starts the scheduled deletion. Call it in a process that runs jobs. */
export async function startVisitWorkers({
  jobs,
  database,
}: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await jobs.every('forget-visits', '55 3 * * *', async () => {
    await deleteOldVisits(database);
  });
}
