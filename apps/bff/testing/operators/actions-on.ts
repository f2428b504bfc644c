import type { Kysely } from 'kysely';
import { type ActionServices, createActions } from '../../src/operators/actions/actions.ts';
import { createExecutor, type Executor } from '../../src/operators/actions/execute.ts';
import type { Database } from '../../src/platform/database/database.ts';

function unused(): never {
  throw new Error('this service was not given to the test');
}

/** @param services those that the tested actions use */
export function actionsOn(database: Kysely<Database>, services: Partial<ActionServices> = {}): Executor {
  const none: ActionServices = {
    now: () => new Date(),
    jobs: { revive: unused, cancel: unused },
    sendsMails: true,
    consoleUrl: 'https://console.example',
  };
  return createExecutor(database, createActions({ ...none, ...services }));
}
