import type { ComposedKind, MailData } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import type { Attachment, RenderedMail } from '../../partners/smtp/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { UnreadableRow } from '../../platform/database/stored-column.ts';

/** Why a mail was not sent, for operators; contains no personal data. */
export type DropReason =
  | 'no_smtp'
  | 'no_operator'
  | 'held_back'
  | 'suppressed'
  | 'unsubscribed'
  | 'daily_limit'
  | 'too_late'
  | 'outdated'
  | 'erased';

/** A mail that is about to be sent. */
export interface DueMail {
  id: string;
  /** A `MailKind`, or a kind of a later version. */
  kind: string;
  orderId: string | null;
  leadId: string | null;
  recipient: string;
  facts: Record<string, unknown>;
  createdAt: Date;
  /** Age by the database's clock. */
  ageMs: number;
}

export type Composed =
  | {
      kind: 'ready';
      data: MailData[ComposedKind];
      /** Id of the request that caused the mail, as in the log. */
      requestId?: string | null;
    }
  /** A part of the mail, for example its invoice, does not exist yet. */
  | { kind: 'wait'; delayMs: number }
  /** The mail is no longer true, or its recipient is unknown. */
  | { kind: 'drop'; reason: DropReason }
  /** A row that the mail is composed from is unreadable: the mail becomes a dead letter. */
  | { kind: 'refuse'; reason: string };

/** Composes one mail of a batch, so that an unreadable row refuses only its own mail. */
export function composeReadable(compose: () => Composed): Composed {
  try {
    return compose();
  } catch (error) {
    if (error instanceof UnreadableRow) return { kind: 'refuse', reason: error.message };
    throw error;
  }
}

/** Composes the data of mails of some kinds from the tables, for a whole batch. Read-only. */
export interface Composer {
  kinds: readonly ComposedKind[];
  compose(transaction: Transaction<Database>, mails: readonly DueMail[]): Promise<Map<string, Composed>>;
}

/** A mail with its data: the input of the template and the calendar file. */
export interface ComposedMail {
  id: string;
  kind: string;
  orderId: string | null;
  recipient: string;
  /** The stored column, not validated: `readMail` parses it. */
  data: unknown;
  facts: Record<string, unknown>;
  createdAt: Date;
  /** Id of the request that caused the mail, if known: the mail's span continues its trace. */
  requestId?: string | null;
}

/** Pure: the same mail renders to the same bytes. */
export type RenderMail = (mail: ComposedMail) => RenderedMail | Promise<RenderedMail>;
/** Reads the attachments of a mail. */
export type ReadAttachments = (mail: ComposedMail) => Promise<readonly Attachment[]>;
