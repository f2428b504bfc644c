import type { ComposedKind, MailData } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import type { Attachment, RenderedMail } from '../../partners/smtp/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { UnreadableRow } from '../../platform/database/stored-column.ts';

/** Why a mail was not sent, for operators; never personal data. */
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

/** A mail that is about to be tried. */
export interface DueMail {
  id: string;
  /** A `MailKind`, or one of a later version. */
  kind: string;
  orderId: string | null;
  leadId: string | null;
  recipient: string;
  facts: Record<string, unknown>;
  createdAt: Date;
  /** By the database's clock. */
  ageMs: number;
}

export type Composed =
  | {
      kind: 'ready';
      data: MailData[ComposedKind];
      /** Of the request that the mail continues, as in the log. */
      requestId?: string | null;
    }
  /** Something that belongs to it is still to be made. */
  | { kind: 'wait'; delayMs: number }
  /** It is no longer true, or nobody is known to send it to. */
  | { kind: 'drop'; reason: DropReason }
  /** A row that it is composed from is unreadable: a dead letter. */
  | { kind: 'refuse'; reason: string };

/** Composes one mail of a batch: an unreadable row refuses its own mail, and not those beside it. */
export function composeReadable(compose: () => Composed): Composed {
  try {
    return compose();
  } catch (error) {
    if (error instanceof UnreadableRow) return { kind: 'refuse', reason: error.message };
    throw error;
  }
}

/** Composes what mails of some kinds say, from the tables that know it. Reads only; all mails of a batch at once. */
export interface Composer {
  kinds: readonly ComposedKind[];
  compose(transaction: Transaction<Database>, mails: readonly DueMail[]): Promise<Map<string, Composed>>;
}

/** A mail with its data: what a template and a calendar file are made from. */
export interface ComposedMail {
  id: string;
  kind: string;
  orderId: string | null;
  recipient: string;
  /** As its row has it: `readMail` reads it. */
  data: unknown;
  facts: Record<string, unknown>;
  createdAt: Date;
  /** Of the request that the mail continues, if it is known: its trace continues. */
  requestId?: string | null;
}

/** Pure: the same mail gives the same bytes. */
export type RenderMail = (mail: ComposedMail) => RenderedMail | Promise<RenderedMail>;
/** Reads the files that a mail refers to. */
export type ReadAttachments = (mail: ComposedMail) => Promise<readonly Attachment[]>;
