import type { Kysely } from 'kysely';
import { ago } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** No read of the upstream takes so long that a row of this age could still be newer. */
const keptMs = 24 * 60 * 60_000;

/** Deletes what the upstream said of batches that nobody has asked for lately: most of them are over. @returns how many */
export async function forgetOldBatches(database: Kysely<Database>): Promise<number> {
  const [{ numDeletedRows } = { numDeletedRows: 0n }] = await database
    .deleteFrom('seat_batches')
    .where('read_at', '<', ago(keptMs))
    .execute();
  return Number(numDeletedRows);
}

/** To be called where this process works on jobs. */
export async function startSeatWorkers({
  jobs,
  database,
}: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await jobs.every('forget-seats', '50 3 * * *', async () => {
    await forgetOldBatches(database);
  });
}
