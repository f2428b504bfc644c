import type { OnlinePlace } from '@meridian/contracts/checkout/tax-decision';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';

export interface CheckoutOptions {
  /** The upstream honours `Idempotency-Key`, so that a booking with unknown outcome may be sent again. */
  upstreamIdempotent: boolean;
  /** The upstream's booking call takes more fields than the specified ones. */
  upstreamExtraFields: boolean;
  /** The upstream takes changes of bookings; elsewhere each is a task for an operator. */
  upstreamBookingChanges: boolean;
  /** Two-digit code, the beginning of the supplier's GSTIN. */
  supplierState: string | undefined;
  /** The supplier is known in full: buyers are asked for what an invoice needs. */
  issuesInvoices: boolean;
  /** Place of supply of who is not registered and learns online. */
  onlinePlace: OnlinePlace;
  /** Whether who buys from abroad is charged, or asked to write first. */
  foreignBuyers: 'charge' | 'ask';
  /** Longest wait for the upstream's answer to one booking. */
  bookingTimeoutMs: number;
  /** How long a payer waits at most for the booking within the request. */
  bookingWaitMs: number;
  /** Days after which the contact details of an order that is over are erased. */
  retentionDays: number;
  /** How long the seats of an order are held for its payer. */
  seatHoldMs: number;
}

/** What the parts of the checkout work with. */
export interface CheckoutDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  upstream: Pick<UpstreamClient, 'read' | 'submit'>;
  provider: PaymentProvider;
  options: CheckoutOptions;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** For days in India and what is told to others; leases and due times go by the database's clock. */
  now: () => Date;
  /** Told of work that outlives its request, so that an orderly stop can wait for it. */
  track: (work: Promise<unknown>) => void;
}

/** A payer's patience. */
const bookingWaitMs = 6_000;

/** @returns the options that the environment's values make */
export function checkoutOptions(env: {
  upstreamIdempotent: boolean;
  upstreamExtraFields: boolean;
  upstreamBookingChanges: boolean;
  upstreamSubmitTimeoutMs: number;
  retentionDays: number;
  seatHoldMinutes: number;
  supplierGstin?: string | undefined;
  supplier?: unknown;
  onlinePlace: OnlinePlace;
  foreignBuyers: 'charge' | 'ask';
}): CheckoutOptions {
  const { upstreamIdempotent, upstreamExtraFields, upstreamBookingChanges, retentionDays } = env;
  const { onlinePlace, foreignBuyers } = env;
  const supplierState = env.supplierGstin?.slice(0, 2);
  const bookingTimeoutMs = env.upstreamSubmitTimeoutMs;
  return {
    ...{ upstreamIdempotent, upstreamExtraFields, upstreamBookingChanges, supplierState },
    ...{ issuesInvoices: env.supplier !== undefined, onlinePlace, foreignBuyers },
    ...{ bookingTimeoutMs, bookingWaitMs, retentionDays, seatHoldMs: env.seatHoldMinutes * 60_000 },
  };
}
