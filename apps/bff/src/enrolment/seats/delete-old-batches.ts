import type { Kysely } from 'kysely';
import { ago } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Longer than any read of the upstream takes, so every running read is newer than the deleted rows. */
const retentionMs = 24 * 60 * 60_000;

/**
 * Deletes the stored reads of batches whose seats were not checked in the last 24 hours.
 *
 * @returns the number of rows deleted
 */
export async function deleteOldBatches(database: Kysely<Database>): Promise<number> {
  const [{ numDeletedRows } = { numDeletedRows: 0n }] = await database
    .deleteFrom('seat_batches')
    .where('read_at', '<', ago(retentionMs))
    .execute();
  return Number(numDeletedRows);
}

/** Starts the job that deletes old reads. Call it only in a process that runs jobs. */
export async function startSeatWorkers({
  jobs,
  database,
}: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await jobs.every('forget-seats', '50 3 * * *', async () => {
    await deleteOldBatches(database);
  });
}
