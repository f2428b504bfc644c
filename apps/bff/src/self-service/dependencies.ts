import type { MailKind } from '@meridian/mail-templates';
import type { Transaction } from 'kysely';
import type { CheckoutDependencies } from '../checkout/dependencies.ts';
import type { DecisionResult } from '../checkout/operator/decision.ts';
import type { Order } from '../checkout/order/order.ts';
import type { Database } from '../database/database.ts';

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

/** What cancelling so many seats gives back by the refund policy. */
export interface CancellationSums {
  seats: number;
  /** What was paid for these seats, GST included. */
  pricePaise: number;
  percent: number;
  refundPaise: number;
}

/** Cancelling by the refund policy: the same sums are shown and made. */
export interface Cancellation {
  /** @returns undefined where there are not so many seats to cancel */
  sums(order: Order, now: Date, seats: number): CancellationSums | undefined;
  /** @throws RemoteError where the refund was not answered: it is committed, and sent again */
  cancel(orderId: string, seats: number, note: string): Promise<DecisionResult>;
}

export interface SelfServiceDependencies extends CheckoutDependencies {
  /** Origin of the site, for the links in mails. */
  publicUrl: string;
  /** Undefined where no mails are sent: changes are requests to an operator then. */
  noteMails?: NoteMails | undefined;
  /** Undefined where there is no policy: a cancellation is a request then. */
  cancellation?: Cancellation | undefined;
}
