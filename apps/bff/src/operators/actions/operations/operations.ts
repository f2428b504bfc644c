/** Runs operations, each under a lease. */
import {
  type ActionInput,
  type ActionPreview,
  actions,
  type ConfirmedName,
  type OperationName,
  type OperationOutput,
  type PreviewInput,
} from '@meridian/contracts/operators/actions';
import type { OperationProgress } from '@meridian/contracts/operators/actions/operation';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { databaseNow, fromNow } from '../../../platform/database/clock.ts';
import { longDeadlines, withDeadlines } from '../../../platform/database/connection/deadlines.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs, WorkResult } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';

/** Numbers of parts that are done and that failed. */
export interface Counts {
  done: number;
  failed: number;
}

export interface Outcome<Name extends OperationName> {
  /** Message for the operator. */
  message: string;
  output: OperationOutput<Name>;
  /** True if a part failed; the operator has to start the operation again. */
  hasFailed?: boolean;
  /** True if message and output count the work of all attempts, not only of the last attempt. */
  countsAllAttempts?: true;
}

export interface Operation<Name extends OperationName> {
  /** Computes the outcome, if the contract has a preview. @throws Refusal */
  preview?(
    input: Name extends ConfirmedName ? PreviewInput<Name> : never,
  ): Promise<Name extends ConfirmedName ? ActionPreview<Name> : never>;
  /**
   * Runs in the transaction that begins the operation: checks the input, and makes immediate changes.
   * @returns a sentence about the immediate changes, if any
   * @throws Refusal
   */
  begin?(transaction: Transaction<Database>, input: ActionInput<Name>): Promise<string | undefined>;
  audit(input: ActionInput<Name>): Pick<AuditEntry, 'subject' | 'detail'>;
  /**
   * Does the work. Must be idempotent: it is repeated after a crash.
   * @throws Refusal for a failure that the operator can understand
   */
  work(input: ActionInput<Name>, progress: (counts: Counts) => Promise<void>): Promise<Outcome<Name>>;
}

export type Operations = { [Name in OperationName]: Operation<Name> };

const interrupted = 'An earlier attempt was interrupted. The numbers count only the work done since then.';

const leaseMs = 60_000;
const renewMs = 20_000;
const maxAttempts = 5;

/** @returns undefined for an unknown operation */
export function findOperation(
  database: Kysely<Database>,
  id: string,
): Promise<(OperationProgress & { output: unknown }) | undefined> {
  return database
    .selectFrom('operations')
    .select(['id', 'name', 'operator_email', 'state', 'done', 'failed', 'message', 'output'])
    .where('id', '=', id)
    .executeTakeFirst();
}

interface Attempt {
  id: string;
  attempt: number;
}

/** Leases an operation. @returns undefined if it is unknown or has ended, or another process has the lease */
function takeOperation(database: Kysely<Database>, id: string) {
  return database
    .updateTable('operations')
    .set((operation) => ({
      state: 'running' as const,
      attempt: operation('attempt', '+', 1),
      busy_until: fromNow(leaseMs),
      done: 0,
      failed: 0,
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((operation) =>
      operation.or([operation('busy_until', 'is', null), operation('busy_until', '<', databaseNow)]),
    )
    .returning(['id', 'name', 'input', 'attempt'])
    .executeTakeFirst();
}

/** Builds an update that has no effect if the operation has ended, or a later attempt has the lease. */
const rowOf = (database: Kysely<Database>, { id, attempt }: Attempt) =>
  database
    .updateTable('operations')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('ended_at', 'is', null);

async function end(
  database: Kysely<Database>,
  taken: Attempt,
  { message, output = null, hasFailed }: { message: string; output?: object | null; hasFailed: boolean },
): Promise<void> {
  await rowOf(database, taken)
    .set({
      state: hasFailed ? 'failed' : 'succeeded',
      message,
      output: output && JSON.stringify(output),
      busy_until: null,
      ended_at: databaseNow,
    })
    .execute();
}

export interface OperationRunnerDependencies {
  database: Kysely<Database>;
  operations: Operations;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Runs an operation until it ends, unless another process has its lease.
 * @returns true if the operation has ended or is unknown
 */
export async function runOperation(
  { database, operations, log }: OperationRunnerDependencies,
  id: string,
): Promise<boolean> {
  const taken = await takeOperation(database, id);
  if (!taken) return (await findOperation(database, id))?.message !== null;
  const renewing = setInterval(() => {
    rowOf(database, taken)
      .set({ busy_until: fromNow(leaseMs) })
      .execute()
      .catch((error: unknown) => log.error({ err: error, operation: id }, 'a lease could not be renewed'));
  }, renewMs);
  const progress = async (counts: Counts) => {
    await rowOf(database, taken).set(counts).execute();
  };
  try {
    if (taken.attempt > maxAttempts) throw new Error('the operation was started too often without finishing');
    const name = taken.name as OperationName;
    const { work } = operations[name] as Operation<OperationName>;
    const input = actions[name].input.parse(taken.input);
    const outcome = await withDeadlines(longDeadlines, () => work(input, progress));
    const isPartial = taken.attempt > 1 && !outcome.countsAllAttempts;
    const message = isPartial ? `${outcome.message} ${interrupted}` : outcome.message;
    await end(database, taken, { ...outcome, message, hasFailed: outcome.hasFailed ?? false });
  } catch (error) {
    const isRefused = error instanceof Refusal;
    if (!isRefused) log.error({ err: error, operation: id }, 'an operation failed');
    const message = isRefused
      ? error.message
      : 'The operation failed; see the log of the server. Start it again.';
    await end(database, taken, { message, hasFailed: true });
  } finally {
    clearInterval(renewing);
  }
  return true;
}

const concurrency = 2;

/** Starts the workers of operations. Call in a process that runs jobs. */
export async function startOperationWorkers(
  deps: OperationRunnerDependencies & { jobs: Pick<Jobs, 'work'> },
): Promise<void> {
  await deps.jobs.work('run-operation', { batchSize: 1, concurrency }, async (ids) => {
    const results = new Map<string, WorkResult>();
    for (const id of ids) results.set(id, (await runOperation(deps, id)) ? 'done' : 'retry');
    return results;
  });
}
