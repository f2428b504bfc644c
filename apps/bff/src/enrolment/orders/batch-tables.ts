/** The tables of sold batches; made by `schema.sql`. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';
import type { SoldBatch } from './order-tables.ts';

/** A sold batch of which the upstream says otherwise by now. */
export interface BatchChangeTable {
  /** Also the subject of its case. */
  id: GeneratedAlways<string>;
  batch_id: ColumnType<string, number, never>;
  course_id: ColumnType<string, number, never>;
  kind: 'changed' | 'vanished';
  /** As the upstream has it now; null where it has none. */
  batch: ColumnType<SoldBatch | null, string | null, never>;
  /** `confirmed` and `dismissed` by an operator; `over`: the upstream says something else again. */
  state: 'open' | 'confirmed' | 'dismissed' | 'over';
  note: Generated<string | null>;
  found_at: Moment;
  settled_at: OptionalMoment;
}

/** Joining instructions that an operator set. */
export interface BatchJoiningTable {
  batch_id: ColumnType<string, number, never>;
  /** Null: those of the upstream hold again. */
  joining: string | null;
  /** Incremented with each change. */
  version: number;
  /** The version that attendees were told of. */
  told_version: number;
  updated_at: Moment;
}

export interface BatchSellOutTable {
  batch_id: ColumnType<string, number, never>;
  is_sold_out: boolean;
  /** How often it sold out. */
  times: number;
  updated_at: Moment;
}

/** What an operator wrote to everybody of a batch. */
export interface BatchMessageTable {
  id: string;
  batch_id: ColumnType<string, number, never>;
  subject: string;
  body: string;
  /** E-mail address of the operator. */
  sent_by: string;
  /** To how many addresses it went. */
  addresses: number;
  /** How many of them get no mails. */
  suppressed: number;
  created_at: Moment;
}

export interface BatchTables {
  batch_changes: BatchChangeTable;
  batch_joining: BatchJoiningTable;
  batch_messages: BatchMessageTable;
  batch_sell_outs: BatchSellOutTable;
}
