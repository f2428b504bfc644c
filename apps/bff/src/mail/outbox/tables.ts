/** The tables of the outbox; made by `schema.sql`. */

import type { MailData, MailKind } from '@meridian/mail-templates';
import type { ColumnType } from 'kysely';
import type { Narrow } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Why a mail was not sent, for operators; never personal data. */
export type DropReason =
  | 'no_smtp'
  | 'no_operator'
  | 'suppressed'
  | 'unsubscribed'
  | 'daily_limit'
  | 'too_late'
  | 'outdated'
  | 'erased';

export type MailTable = Narrow<
  'mails',
  {
    kind: MailKind;
    facts: ColumnType<Record<string, unknown>, string, string>;
    data: ColumnType<MailData[MailKind] | null, string | null | undefined, string | null>;
  }
>;

export type MailSuppressionTable = Schema['mail_suppressions'];

export interface MailTables {
  mails: MailTable;
}

declare module '../../platform/database/database.ts' {
  interface NarrowedTables extends MailTables {}
}
