import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Dependencies of the lead commands. */
export interface LeadsCommandDependencies {
  database: Kysely<Database>;
  /** Lazy: most commands only read. */
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>;
}
