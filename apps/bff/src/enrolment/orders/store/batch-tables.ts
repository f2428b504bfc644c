/** Types and JSON columns of the table of findings about sold batches. */
import type { Selectable } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { storedColumn } from '../../../platform/database/stored-column.ts';
import { type SoldBatch, soldBatch, unreadableBatch } from './order-tables.ts';

/** A finding: a sold batch that differs from the upstream, or an operator's decision about a batch. */
export type StoredBatchChange = Selectable<Schema['batch_changes']>;
/** A finding with its parsed batch: the batch after the change, or null if it vanished or is called off. */
export type BatchChange = Omit<StoredBatchChange, 'batch'> & { batch: SoldBatch | null };

export const changedBatch = storedColumn('batch_changes.batch', soldBatch.nullable());

/** @throws UnreadableRow */
export const toBatchChange = (row: StoredBatchChange): BatchChange => ({
  ...row,
  batch: changedBatch.parse(row.batch, row.id),
});

/** For lists: an unreadable batch has a placeholder instead of an error. */
export const listedChange = (row: StoredBatchChange): BatchChange => {
  const batch = changedBatch.tryParse(row.batch);
  return { ...row, batch: batch === undefined ? unreadableBatch : batch };
};
