import type { FastifyBaseLogger } from 'fastify';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';

/**
 * Says whether the upstream supports changes of bookings. If it does not, each change is a task for an
 * operator.
 */
export interface ChangeSettings {
  upstreamBookingChanges: boolean;
}

export interface BookingSettings extends ChangeSettings {
  /**
   * True if the upstream honours `Idempotency-Key`, so that a booking call with an unknown result can be
   * repeated.
   */
  upstreamIdempotent: boolean;
  /** True if the upstream's booking call accepts more than the specified fields. */
  upstreamExtraFields: boolean;
  /** `refund`: a late payment without free seats is refunded immediately; `ask`: it waits for an operator. */
  latePayment: 'refund' | 'ask';
  /** Timeout of one booking call, in milliseconds. */
  bookingTimeoutMs: number;
}

/** The services that make and change bookings. */
export interface BookingServices extends OrderWriter {
  /** Origin of the site, for links in mails. */
  publicUrl: string;
  upstream: Pick<UpstreamClient, 'read' | 'submit'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  settings: BookingSettings;
}
