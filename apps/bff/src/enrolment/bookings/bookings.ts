/** The upstream's record of sold seats: made once per captured payment, and changed with the order. */
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { eachOrder } from '../orders/each-order.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { advanceOrder } from './advance-order.ts';
import { bookUntil, waitAtMost } from './book-within.ts';
import type { BookingServices } from './booking-services.ts';
import { sendChanges } from './send-changes.ts';

export interface Bookings {
  /** Books an order if the upstream answers within the time; otherwise a job does. */
  bookWithin(orderId: string, timeoutMs: number): Promise<void>;
  /** Advances orders; `retry` for those to be tried again. */
  advance(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Sends changes of bookings to the upstream; `retry` for orders to be tried again. */
  sendChanges(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Waits for bookings that outlived their requests; for a graceful shutdown, before the database closes. */
  idle(): Promise<void>;
}

type Services = BookingServices & PaymentServices;

export function createBookings(services: Services): Bookings {
  const inProgress = new Set<Promise<void>>();
  return {
    async bookWithin(orderId, timeoutMs) {
      const booking = bookUntil(services, orderId, Date.now() + timeoutMs);
      inProgress.add(booking);
      booking.finally(() => inProgress.delete(booking));
      await waitAtMost(booking, timeoutMs);
    },
    advance: (orderIds) => eachOrder(services.log, orderIds, (orderId) => advanceOrder(services, orderId)),
    sendChanges: (orderIds) => eachOrder(services.log, orderIds, (orderId) => sendChanges(services, orderId)),
    async idle() {
      await Promise.all(inProgress);
    },
  };
}
