import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** What the commands about leads work with. */
export interface LeadsCommandDependencies {
  database: Kysely<Database>;
  /** Started on first use: most commands only read. */
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
}
