import { setTimeout as sleep } from 'node:timers/promises';
import { findOrder } from '../orders/store/order-queries.ts';
import { bookOrder } from './book-order.ts';
import type { BookingServices } from './booking-services.ts';

const pollMs = 100;

/**
 * Books an order before the deadline. If another caller holds the lease, waits for that call's result. Never
 * rejects: a job retries a failed booking.
 *
 * @param deadline in milliseconds since the epoch, as `Date.now()`
 */
export async function bookUntil(deps: BookingServices, orderId: string, deadline: number): Promise<void> {
  try {
    while (Date.now() < deadline && (await bookOrder(deps, orderId)) === 'retry') {
      const order = await findOrder(deps.database, 'id', orderId);
      // The lease was returned after a failure. The job retries with backoff.
      if (order?.bookingLease !== 'held') return;
      await sleep(pollMs);
    }
  } catch (error) {
    deps.log.error({ err: error, orderId }, 'booking within the request failed; the job takes over');
  }
}

/** Waits until the work has ended, or until the timeout. */
export async function waitAtMost(work: Promise<void>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
