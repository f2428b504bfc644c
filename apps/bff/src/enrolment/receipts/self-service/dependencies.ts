import type { MailKind } from '@meridian/mail-templates';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ChangeSettings } from '../../bookings/booking-services.ts';
import type { Decisions } from '../../decisions/decisions.ts';
import type { OrderWriter } from '../../orders/store/order-store.ts';

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

/** What a booking is changed with, by its payer or by an operator. */
export interface BookingChangeServices extends OrderWriter {
  upstream: Pick<UpstreamClient, 'read'>;
  /** Undefined where no mails are sent: changes by the payer are requests to an operator then. */
  noteMails?: NoteMails | undefined;
  /** Origin of the site, for the links in mails. */
  publicUrl: string;
  settings: ChangeSettings;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => Date;
}

export interface SelfServiceDependencies extends BookingChangeServices {
  decisions: Decisions;
}
