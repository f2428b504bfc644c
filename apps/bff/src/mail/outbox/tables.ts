/** The tables of the outbox; made by `schema.sql`. */
import type { MailData, MailKind } from '@meridian/mail-templates';
import type { ColumnType, Generated } from 'kysely';
import type { MailState } from './mail-state.ts';

type Moment = ColumnType<Date, Date, Date>;
type OptionalMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;

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

export interface MailTable {
  id: string;
  /** Unique: a cause makes one mail, however often it is heard of. */
  cause: string;
  kind: MailKind;
  order_id: string | null;
  lead_id: string | null;
  /** Empty for operators, and after erasure. */
  recipient: string;
  /** What the cause knew and nothing else keeps. */
  facts: ColumnType<Record<string, unknown>, string, string>;
  /** What the template says: composed at the first try, the same at each further one. */
  data: ColumnType<MailData[MailKind] | null, string | null | undefined, string | null>;
  state: MailState;
  reason: Generated<string | null>;
  attempts: Generated<number>;
  next_try_at: Moment;
  /** Lease of one attempt. */
  busy_until: OptionalMoment;
  /** Attempts end so long after it. */
  due_since: Moment;
  /** After it the mail is of no use any more. */
  expires_at: OptionalMoment;
  message_id: Generated<string | null>;
  /** Goes up with each copy that an operator asks for: it gets a Message-ID of its own. */
  copy: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  sent_at: OptionalMoment;
  /** When recipient, facts and data were blanked. */
  erased_at: OptionalMoment;
}

export interface MailDailyCountTable {
  address_key: string;
  /** `YYYY-MM-DD` in India. */
  day: ColumnType<string, string, never>;
  mails: number;
}

export interface MailMinuteTable {
  minute: Moment;
  mails: number;
}

export interface MailSuppressionTable {
  /** SHA-256 of the address in lower case. */
  address_key: string;
  /** The address with its local part masked. */
  shown: string;
  source: 'smtp' | 'bounce' | 'complaint';
  reason: string | null;
  created_at: Moment;
}

export interface MailBounceTable {
  event_id: string;
  received_at: Moment;
}

export interface MailTables {
  mails: MailTable;
  mail_daily_counts: MailDailyCountTable;
  mail_minutes: MailMinuteTable;
  mail_suppressions: MailSuppressionTable;
  mail_bounces: MailBounceTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends MailTables {}
}
