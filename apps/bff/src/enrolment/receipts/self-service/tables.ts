/** The tables of self-service; made by `schema.sql`. */
import type { ChangeKind, RequestedChange } from '@meridian/contracts/checkout/self-service';
import type { ColumnType } from 'kysely';

type Moment = ColumnType<Date, Date, Date>;

export interface ManageLinkTable {
  /** SHA-256 of the last part of its address: who reads the table has no link. */
  token_hash: string;
  order_id: string;
  created_at: Moment;
  expires_at: Moment;
  /** By the one change that it made. */
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface ChangeRequestTable {
  /** Also the subject of its case. */
  id: string;
  order_id: string;
  change: ChangeKind;
  /** Names and addresses among them: deleted with the order's contact. */
  requested: ColumnType<RequestedChange, string, never>;
  created_at: Moment;
}

export interface SelfServiceTables {
  manage_links: ManageLinkTable;
  change_requests: ChangeRequestTable;
}

declare module '../../../platform/database/database.ts' {
  interface Database extends SelfServiceTables {}
}
