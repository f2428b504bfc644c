/**
 * Bookings are the upstream's records of sold seats. Each paid order is booked once, and its booking changes
 * with the order.
 */
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { eachOrder } from '../orders/each-order.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { advanceOrder } from './advance-order.ts';
import { bookUntil, waitAtMost } from './book-within.ts';
import type { BookingServices } from './booking-services.ts';
import { sendChanges } from './send-changes.ts';

export interface Bookings {
  /** Books an order, and waits for the result at most `timeoutMs`. A job retries a booking that fails. */
  bookWithin(orderId: string, timeoutMs: number): Promise<void>;
  /** Advances orders. `retry` marks orders to be advanced again later. */
  advance(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Sends changes of bookings to the upstream. `retry` marks orders to be sent again later. */
  sendChanges(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /**
   * Waits for bookings that are still in progress after their requests. Call it in a graceful shutdown,
   * before the database closes.
   */
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
