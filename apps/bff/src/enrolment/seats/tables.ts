/** The table of seats; made by `schema.sql`. */
import type { ColumnType } from 'kysely';
import type { Moment } from '../../platform/database/column-types.ts';

/** The newest read of a batch's seats. Its row is locked before seats are given away. */
export interface SeatBatchTable {
  batch_id: ColumnType<string, number, never>;
  seats_total: number | null;
  seats_left: number | null;
  /** When the read began, by the database's clock. */
  read_at: Moment;
}

export interface SeatTables {
  seat_batches: SeatBatchTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends SeatTables {}
}
