import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
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
  let isPrepared = false;
  await jobs.every('index-search', indexSeconds, async () => {
    await indexEntries(database);
    if (isPrepared) return;
    // After the first copies: an index over all of them may take minutes.
    if (!(await prepareSearch(database))) log.warn(`${noTrigrams}. ${trigramAdvice}`);
    isPrepared = true;
  });
  await jobs.every('compare-search', '20 4 * * *', async () => {
    const corrected = await compareEntries(database);
    log.info(`search entries corrected: ${corrected}`);
  });
}
