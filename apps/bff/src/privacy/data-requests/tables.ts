/** The table of data requests; made by `schema.sql`. */
import type { DataRequestKind } from '@meridian/contracts/personal-data/data-requests';
import type { Moment, OptionalMoment } from '../../platform/database/column-types.ts';

export interface DataRequestTable {
  id: string;
  kind: DataRequestKind;
  /** SHA-256 of the last part of its link. */
  token_hash: string;
  /** In lower case; empty once it is closed. */
  email: string;
  created_at: Moment;
  expires_at: Moment;
  /** Since when the clock runs. */
  confirmed_at: OptionalMoment;
  due_at: OptionalMoment;
  closed_at: OptionalMoment;
  outcome: 'erased' | 'refused' | null;
  /** Why it was refused, in the operator's words. */
  note: string | null;
}

export interface PersonalDataTables {
  data_requests: DataRequestTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends PersonalDataTables {}
}
