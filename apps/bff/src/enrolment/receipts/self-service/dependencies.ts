import type { MailKind } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { CheckoutDependencies } from '../../orders/dependencies.ts';

/** A mail as the outbox takes it. */
export interface SelfServiceMail {
  kind: MailKind;
  /** A second mail of the same cause is not made. */
  cause: string;
  recipient: string;
  orderId?: string;
  /** What the mail says, as far as no table has it; `sequence` of its calendar file. */
  facts: Record<string, unknown>;
  /** Not to be sent later. */
  expiresAt?: Date;
}

/** Notes mails in the transaction of what causes them. */
export type NoteMails = (
  transaction: Transaction<Database>,
  mails: readonly SelfServiceMail[],
) => Promise<unknown>;

export interface SelfServiceDependencies extends CheckoutDependencies {
  /** Origin of the site, for the links in mails. */
  publicUrl: string;
  /** Undefined where no mails are sent: changes are requests to an operator then. */
  noteMails?: NoteMails | undefined;
}
