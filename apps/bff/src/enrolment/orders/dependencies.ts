import type { RefundPolicy } from '@meridian/contracts/checkout/refund-policy';
import type { OnlinePlace } from '@meridian/contracts/checkout/tax-decision';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

export interface CheckoutOptions {
  /** The upstream honours `Idempotency-Key`, so a booking with unknown outcome can be repeated. */
  upstreamIdempotent: boolean;
  /** The upstream's booking call takes more than the specified fields. */
  upstreamExtraFields: boolean;
  /** The upstream takes changes of bookings; otherwise each is a task for an operator. */
  upstreamBookingChanges: boolean;
  /** Two-digit code, the beginning of the supplier's GSTIN. */
  supplierState: string | undefined;
  /** All settings of the supplier are set: buyers are asked for what an invoice needs. */
  issuesInvoices: boolean;
  /** Place of supply of unregistered buyers of online courses. */
  onlinePlace: OnlinePlace;
  /** Whether buyers abroad are charged, or asked to contact us first. */
  foreignBuyers: 'charge' | 'ask';
  /** What a buyer who cancels is refunded. */
  refundPolicy: RefundPolicy;
  /** Timeout of one booking call. */
  bookingTimeoutMs: number;
  /** How long a payer's request waits for the booking. */
  bookingWaitMs: number;
  /** Days after which the contact details of a completed order are erased. */
  retentionDays: number;
  /** How long the seats of an order are held. */
  seatHoldMs: number;
}

/** Dependencies of the checkout. */
export interface CheckoutDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  upstream: Pick<UpstreamClient, 'read' | 'submit'>;
  provider: PaymentProvider;
  options: CheckoutOptions;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** For dates in India and messages; leases and due times use the database's clock. */
  now: () => Date;
  /** Registers work that outlives its request, so that a graceful shutdown can wait for it. */
  track: (work: Promise<unknown>) => void;
}

/** How long a payer is willing to wait. */
const bookingWaitMs = 6_000;

/** @returns the options from the environment */
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
  refundPolicy: RefundPolicy;
}): CheckoutOptions {
  const { upstreamIdempotent, upstreamExtraFields, upstreamBookingChanges, retentionDays } = env;
  const { onlinePlace, foreignBuyers, refundPolicy } = env;
  const supplierState = env.supplierGstin?.slice(0, 2);
  const bookingTimeoutMs = env.upstreamSubmitTimeoutMs;
  return {
    upstreamIdempotent,
    upstreamExtraFields,
    upstreamBookingChanges,
    supplierState,
    issuesInvoices: env.supplier !== undefined,
    onlinePlace,
    foreignBuyers,
    refundPolicy,
    bookingTimeoutMs,
    bookingWaitMs,
    retentionDays,
    seatHoldMs: env.seatHoldMinutes * 60_000,
  };
}
