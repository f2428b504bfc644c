import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { deleteOldClasses } from './erasure/erase-training.ts';

/** Call in a process that runs jobs. */
export async function startTrainingWorkers({
  jobs,
  database,
  retentionDays,
}: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
  retentionDays: number;
}): Promise<void> {
  await jobs.every('erase-classes', '45 3 * * *', () => deleteOldClasses(database, retentionDays));
}
