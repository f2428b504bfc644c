/** The plans of batches: minimum, state, and whether bookings are refunded. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';

export type BatchPlan = Selectable<Schema['batch_plans']>;

type Reader = Kysely<Database> | Transaction<Database>;

/** @returns the plans of batches by id; a batch without a decision has no plan */
export async function findPlans(
  database: Reader,
  batchIds: readonly number[],
): Promise<Map<number, BatchPlan>> {
  if (batchIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('batch_plans')
    .selectAll()
    .where('batch_id', 'in', batchIds.map(String))
    .execute();
  return new Map(rows.map((row) => [Number(row.batch_id), row]));
}

export async function isBatchCalledOff(database: Reader, batchId: number): Promise<boolean> {
  const row = await database
    .selectFrom('batch_plans')
    .select('batch_id')
    .where('batch_id', '=', String(batchId))
    .where('state', '=', 'called_off')
    .executeTakeFirst();
  return row !== undefined;
}

const sharedMs = 1_000;

/**
 * @param onError called if the database does not answer; the last known ids are then used
 * @returns a function that returns the ids of all batches that are called off, read at most once a second
 */
export function createCalledOffReader(
  database: Kysely<Database>,
  onError: (error: unknown) => void,
): () => Promise<ReadonlySet<number>> {
  let known: ReadonlySet<number> = new Set();
  let reading: Promise<void> | undefined;
  let readMs = Number.NEGATIVE_INFINITY;
  async function read(): Promise<void> {
    try {
      const rows = await database
        .selectFrom('batch_plans')
        .select('batch_id')
        .where('state', '=', 'called_off')
        .execute();
      known = new Set(rows.map(({ batch_id: id }) => Number(id)));
    } catch (error) {
      onError(error);
    } finally {
      readMs = performance.now();
      reading = undefined;
    }
  }
  return async () => {
    if (performance.now() - readMs >= sharedMs) reading ??= read();
    await reading;
    return known;
  };
}
