/** The tables of the console; made by `schema.sql`. */

import type { AuditDetailName } from '@meridian/contracts/console/audit-words';
import type { SavedView } from '@meridian/contracts/console/leads';
import type { ColumnType } from 'kysely';
import type { Narrow } from '../../platform/database/database.ts';

/** What an entry is about, further than its subject. Never contact details. */
export type AuditDetail = Partial<Record<AuditDetailName, string | number | boolean | null>>;

export type AuditLogTable = Narrow<
  'audit_log',
  {
    id: ColumnType<string, never, never>;
    at: ColumnType<Date, never, never>;
    hash: ColumnType<Buffer, never, never>;
    detail: ColumnType<AuditDetail, string, never>;
  }
>;

export type OperatorViewTable = Narrow<
  'operator_views',
  {
    filter: ColumnType<SavedView['filter'], string, string>;
  }
>;

export interface ConsoleTables {
  operator_views: OperatorViewTable;
  audit_log: AuditLogTable;
}

declare module '../../platform/database/database.ts' {
  interface NarrowedTables extends ConsoleTables {}
}
