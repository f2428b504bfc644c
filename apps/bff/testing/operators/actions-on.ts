import type { Kysely } from 'kysely';
import { type ActionServices, createActions } from '../../src/operators/actions/actions.ts';
import { createExecutor, type Executor } from '../../src/operators/actions/execute.ts';
import {
  createOperations,
  type OperationServices,
} from '../../src/operators/actions/operations/long-work.ts';
import type { OperationCommandDependencies } from '../../src/operators/cli/operation-command.ts';
import type { Database } from '../../src/platform/database/database.ts';

function unused(): never {
  throw new Error('the test has no such service');
}

/** @param services services that the tested actions use; without `jobs`, no jobs are enqueued */
export function actionsOn(database: Kysely<Database>, services: Partial<ActionServices> = {}): Executor {
  const none: ActionServices = {
    database,
    now: () => new Date(),
    jobs: { enqueue: async () => undefined, revive: unused, cancel: unused },
    operations: createOperations({} as OperationServices),
    isDemo: true,
    sendsMails: true,
    readInstance: unused,
    mailSender: () => ({ brand: 'Kaveri', siteUrl: 'https://academy.example' }),
    consoleUrl: 'https://console.example',
    publicUrl: 'https://academy.example',
    correcting: undefined,
    bookingChanges: {} as ActionServices['bookingChanges'],
    offering: {} as ActionServices['offering'],
    decisions: {} as ActionServices['decisions'],
    upstream: {} as ActionServices['upstream'],
    setup: {} as ActionServices['setup'],
    editor: {} as ActionServices['editor'],
    missingSetupSteps: async () => [],
  };
  return createExecutor(database, createActions({ ...none, ...services }), { warn: () => undefined });
}

/**
 * Creates the dependencies of commands of operations, without workers.
 * @param services services that the tested operations use
 * @param more services that the tested actions use
 */
export function operationsOn(
  database: Kysely<Database>,
  services: Partial<OperationServices>,
  more: Partial<ActionServices> = {},
): OperationCommandDependencies {
  const operations = createOperations(services as OperationServices);
  return {
    database,
    operations,
    log: { error: () => undefined },
    actions: actionsOn(database, { ...more, operations }),
  };
}
