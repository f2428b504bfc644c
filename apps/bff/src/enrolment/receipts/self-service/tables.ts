/** The tables of self-service; made by `schema.sql`. */

import type { RequestedChange } from '@meridian/contracts/checkout/self-service';
import type { ColumnType } from 'kysely';
import type { Narrow } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';

export type ManageLinkTable = Schema['manage_links'];

export type ChangeRequestTable = Narrow<
  'change_requests',
  {
    requested: ColumnType<RequestedChange, string, never>;
  }
>;

export interface SelfServiceTables {
  change_requests: ChangeRequestTable;
}

declare module '../../../platform/database/database.ts' {
  interface NarrowedTables extends SelfServiceTables {}
}
