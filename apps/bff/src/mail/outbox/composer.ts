import type { ComposedKind, MailData } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import type { Attachment, RenderedMail } from '../../partners/smtp/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { UnreadableRow } from '../../platform/database/stored-column.ts';

/** Reason for operators why an email was not sent; contains no personal data. */
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

/** An email that is about to be sent. */
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
      /** Id of the request that caused the email, as in the log. */
      requestId?: string | null;
    }
  /** A part of the email, for example its invoice, does not exist yet. */
  | { kind: 'wait'; delayMs: number }
  /** The email is outdated, or the personal data of its order is erased. */
  | { kind: 'drop'; reason: DropReason }
  /** A row that the email is composed from is unreadable: the email becomes a dead letter. */
  | { kind: 'refuse'; reason: string };

/** Composes one email of a batch, so that an unreadable row refuses only its own email. */
export function composeReadable(compose: () => Composed): Composed {
  try {
    return compose();
  } catch (error) {
    if (error instanceof UnreadableRow) return { kind: 'refuse', reason: error.message };
    throw error;
  }
}

/**
 * Composes the data of emails of some kinds from the tables, for a whole batch. Changes nothing, but may
 * create tokens for links.
 */
export interface Composer {
  kinds: readonly ComposedKind[];
  compose(transaction: Transaction<Database>, mails: readonly DueMail[]): Promise<Map<string, Composed>>;
}

/** An email with its data: the input of the template and the calendar file. */
export interface ComposedMail {
  id: string;
  kind: string;
  orderId: string | null;
  recipient: string;
  /** The stored column, not validated: `readMail` parses it. */
  data: unknown;
  facts: Record<string, unknown>;
  createdAt: Date;
  /** Id of the request that caused the email, if known: the email's span continues its trace. */
  requestId?: string | null;
}

/** Pure: the same email renders to the same bytes. */
export type RenderMail = (mail: ComposedMail) => RenderedMail | Promise<RenderedMail>;
/** Reads the attachments of an email. */
export type ReadAttachments = (mail: ComposedMail) => Promise<readonly Attachment[]>;
