/** The tables of sold batches; made by `schema.sql`. */

import type { ColumnType } from 'kysely';
import type { Narrow } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { SoldBatch } from './order-tables.ts';

/** A sold batch of which the upstream says otherwise by now. */
export type BatchChangeTable = Narrow<
  'batch_changes',
  {
    batch: ColumnType<SoldBatch | null, string | null, never>;
  }
>;

/** Joining instructions that an operator set. */
export type BatchJoiningTable = Schema['batch_joining'];

/** What an operator wrote to everybody of a batch. */
export type BatchMessageTable = Schema['batch_messages'];

export interface BatchTables {
  batch_changes: BatchChangeTable;
}
