/**
 * The revision of all batches, stored in one row. Every change of batches first locks this row, and then
 * increments the revision.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

export async function readRevision(database: Kysely<Tables>): Promise<number> {
  return (await database.selectFrom('batch_revision').select('revision').executeTakeFirstOrThrow()).revision;
}

/**
 * Serialises changes of batches until the transaction ends.
 * @returns the revision before the change
 */
export async function lockRevision(transaction: Transaction<Tables>): Promise<number> {
  const row = await transaction
    .selectFrom('batch_revision')
    .select('revision')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** @returns the new revision */
export async function raiseRevision(transaction: Transaction<Tables>): Promise<number> {
  const row = await transaction
    .updateTable('batch_revision')
    .set({ revision: sql`revision + 1` })
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}
