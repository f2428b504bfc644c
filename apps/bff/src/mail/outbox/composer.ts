import type { MailData, MailKind } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import type { Attachment, RenderedLetter } from '../../partners/smtp/message.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DropReason } from './tables.ts';

/** A mail that is about to be tried. */
export interface DueMail {
  id: string;
  kind: MailKind;
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
      data: MailData[MailKind];
      /** Of the request that the mail continues, as in the log. */
      requestId?: string | null;
    }
  /** Something that belongs to it is still to be made. */
  | { kind: 'wait'; delayMs: number }
  /** It is not true any more, or nobody is known to send it to. */
  | { kind: 'drop'; reason: DropReason };

/** Composes what mails of some kinds say, from the tables that know it. Reads only; all mails of a batch at once. */
export interface Composer {
  kinds: readonly MailKind[];
  compose(transaction: Transaction<Database>, mails: readonly DueMail[]): Promise<Map<string, Composed>>;
}

/** A mail with its data: what a template and a calendar file are made from. */
export interface ComposedMail {
  id: string;
  kind: MailKind;
  orderId: string | null;
  recipient: string;
  data: MailData[MailKind];
  facts: Record<string, unknown>;
  createdAt: Date;
  /** Of the request that the mail continues, where it is known: its trace goes on. */
  requestId?: string | null;
}

/** Pure: the same mail gives the same bytes. */
export type RenderMail = (mail: ComposedMail) => RenderedLetter | Promise<RenderedLetter>;
/** Reads the files that a mail refers to. */
export type ReadAttachments = (mail: ComposedMail) => Promise<readonly Attachment[]>;
