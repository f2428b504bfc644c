import type { FastifyBaseLogger } from 'fastify';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';

/** Whether the upstream supports changes of bookings; otherwise each is a task for an operator. */
export interface ChangeSettings {
  upstreamBookingChanges: boolean;
}

export interface BookingSettings extends ChangeSettings {
  /** The upstream honours `Idempotency-Key`, so a booking with unknown outcome can be repeated. */
  upstreamIdempotent: boolean;
  /** The upstream's booking call takes more than the specified fields. */
  upstreamExtraFields: boolean;
  /** A late payment without free seats is refunded at once, or waits for an operator. */
  latePayment: 'refund' | 'ask';
  /** Timeout of one booking call. */
  bookingTimeoutMs: number;
}

/** What bookings are made and changed with. */
export interface BookingServices extends OrderWriter {
  /** Origin of the site, for the links in mails. */
  publicUrl: string;
  upstream: Pick<UpstreamClient, 'read' | 'submit'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  settings: BookingSettings;
}
