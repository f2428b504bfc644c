import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { longDeadlines, withDeadlines } from '../database/deadlines.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { compareEntries } from './compare-entries.ts';
import { indexEntries } from './index-entries.ts';
import { noTrigrams, prepareSearch, trigramAdvice } from './search-state.ts';

const indexSeconds = 5;

/** To be called where this process works on jobs, and there is a console that searches. */
export async function startSearchWorkers(deps: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}): Promise<void> {
  const { jobs, database, log } = deps;
  // An index over all that is there may take minutes.
  if (!(await withDeadlines(longDeadlines, () => prepareSearch(database))))
    log.warn(`${noTrigrams}. ${trigramAdvice}`);
  await jobs.every('index-search', indexSeconds, () => indexEntries(database));
  await jobs.every('compare-search', '20 4 * * *', async () => {
    const corrected = await compareEntries(database);
    log.info(`search entries corrected: ${corrected}`);
  });
}
