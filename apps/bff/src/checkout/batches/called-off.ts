import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

/** @returns those of the batches that an operator confirmed not to take place */
export async function calledOffBatches(
  database: Kysely<Database> | Transaction<Database>,
  batchIds: readonly number[],
): Promise<Set<number>> {
  if (batchIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('batch_changes')
    .select('batch_id')
    .where('batch_id', 'in', [...new Set(batchIds)].map(String))
    .where('kind', '=', 'vanished')
    .where('state', '=', 'confirmed')
    .execute();
  return new Set(rows.map(({ batch_id: id }) => Number(id)));
}
