import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { NewMail } from '../../../mail/outbox/enqueue-mails.ts';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ChangeSettings } from '../../bookings/booking-services.ts';
import type { OpeningServices } from '../../checkout/open-order.ts';
import type { Decisions } from '../../decisions/decisions.ts';
import type { OrderWriter } from '../../orders/store/order-store.ts';

/** Enqueues emails in the transaction that causes them. */
export type EnqueueMails = (
  transaction: Transaction<Database>,
  mails: readonly NewMail[],
) => Promise<unknown>;

/** The services with which a payer or an operator changes a booking. */
export interface BookingChangeServices extends OrderWriter {
  upstream: Pick<UpstreamClient, 'read'>;
  /** Undefined if no mails are sent; changes by the payer are then requests to an operator. */
  enqueueMails?: EnqueueMails | undefined;
  /** Origin of the site, for links in mails. */
  publicUrl: string;
  settings: ChangeSettings;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => Date;
}

export interface SelfServiceDependencies extends BookingChangeServices {
  decisions: Decisions;
  /** Opens the orders of more expensive batches. */
  opening: OpeningServices;
}
