/** The table of unfinished checkouts; made by `schema.sql`. */
import type { ColumnType, Generated } from 'kysely';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';

export interface UnfinishedCheckoutTable {
  order_id: string;
  /** SHA-256 of the buyer's address. */
  email_key: string;
  course_id: ColumnType<string, number, never>;
  /** Last part of the link's address. */
  token: string;
  /** How many mails were noted. */
  mails: number;
  /** The last one. */
  noted_at: Moment;
  /** The link was opened for the first time. */
  opened_at: OptionalMoment;
  /** The order that the link led to. */
  resumed_order_id: Generated<string | null>;
}

export interface UnfinishedTables {
  unfinished_checkouts: UnfinishedCheckoutTable;
}
