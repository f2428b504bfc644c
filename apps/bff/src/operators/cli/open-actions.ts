import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { readEnv } from '../../platform/settings/env.ts';
import { createActions } from '../actions/actions.ts';
import { createExecutor, type Executor } from '../actions/execute.ts';

/** Without the other settings: an invitation needs the database alone. */
const consoleUrlOf = ({ CONSOLE_URL: url, CONSOLE_PORT: port }: NodeJS.ProcessEnv) =>
  url || `http://localhost:${port || 3001}`;

/** The actions, for a command: the job queue is opened by the first one that needs it. */
export function openActions(
  environment: NodeJS.ProcessEnv,
  { database, jobs }: { database: Kysely<Database>; jobs: () => Promise<Jobs> },
): Executor {
  const services = {
    now: () => new Date(),
    consoleUrl: consoleUrlOf(environment),
    get sendsMails() {
      return readEnv(environment).mail !== undefined;
    },
    jobs: {
      revive: async (...parameters: Parameters<Jobs['revive']>) => (await jobs()).revive(...parameters),
      cancel: async (...parameters: Parameters<Jobs['cancel']>) => (await jobs()).cancel(...parameters),
    },
  };
  return createExecutor(database, createActions(services));
}
