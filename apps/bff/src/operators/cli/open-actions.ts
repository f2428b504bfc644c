import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createActions } from '../actions/actions.ts';
import { createExecutor, type Executor } from '../actions/execute.ts';

/** The actions, for a command: the job queue is opened by the first one that needs it. */
export function openActions(
  { database, jobs }: { database: Kysely<Database>; jobs: () => Promise<Jobs> },
): Executor {
  const services = {
    now: () => new Date(),
    jobs: {
      revive: async (...parameters: Parameters<Jobs['revive']>) => (await jobs()).revive(...parameters),
      cancel: async (...parameters: Parameters<Jobs['cancel']>) => (await jobs()).cancel(...parameters),
    },
  };
  return createExecutor(database, createActions(services));
}
