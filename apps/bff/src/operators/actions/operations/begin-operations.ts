/** The actions that begin operations. The operation, its job and its audit entry are committed together. */
import { randomUUIDv7 } from 'node:crypto';
import { type OperationName, operationNames } from '@meridian/contracts/operators/actions';
import { ago, databaseNow } from '../../../platform/database/clock.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Action, Actions } from '../action.ts';
import type { Operation, Operations } from './operations.ts';

const keptMs = 90 * 24 * 60 * 60_000;

/** @returns the action that begins an operation */
function actionThatBegins(
  name: OperationName,
  { begin, preview, audit }: Operation<OperationName>,
  jobs: Pick<Jobs, 'enqueue'>,
): Action<OperationName> {
  return {
    ...(preview && { preview }),
    async run(transaction, input, actor) {
      const begun = await begin?.(transaction, input);
      const id = randomUUIDv7();
      await transaction
        .insertInto('operations')
        .values({
          id,
          name,
          input: JSON.stringify(input),
          operator_email: actor.email,
          state: 'waiting',
          created_at: databaseNow,
        })
        .execute();
      await transaction.deleteFrom('operations').where('ended_at', '<', ago(keptMs)).execute();
      await jobs.enqueue('run-operation', [id], { transaction });
      return { done: `${begun ?? 'Started.'} It continues in the background.`, operation: id };
    },
    audit,
  };
}

export interface OperationActionServices {
  operations: Operations;
  jobs: Pick<Jobs, 'enqueue'>;
}

export const createOperationActions = ({ operations, jobs }: OperationActionServices) =>
  Object.fromEntries(
    operationNames.map((name) => [
      name,
      actionThatBegins(name, operations[name] as Operation<OperationName>, jobs),
    ]),
  ) as Pick<Actions, OperationName>;
