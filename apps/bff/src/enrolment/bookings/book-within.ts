import { setTimeout as sleep } from 'node:timers/promises';
import { findOrder } from '../orders/store/order-queries.ts';
import { bookOrder } from './book-order.ts';
import type { BookingServices } from './booking-services.ts';

const pollMs = 100;

/**
 * Books an order before the deadline; if another caller holds the lease, waits for its result. Never rejects: a job
 * books what fails here.
 *
 * @param deadline as of `Date.now()`
 */
export async function bookUntil(deps: BookingServices, orderId: string, deadline: number): Promise<void> {
  try {
    while (Date.now() < deadline && (await bookOrder(deps, orderId)) === 'retry') {
      const order = await findOrder(deps.database, 'id', orderId);
      // The lease was returned after a failure: the job retries with back-off.
      if (order?.bookingLease !== 'held') return;
      await sleep(pollMs);
    }
  } catch (error) {
    deps.log.error({ err: error, orderId }, 'booking within the request failed; the job takes over');
  }
}

/** Waits until the work ends, and no longer than that. */
export async function waitAtMost(work: Promise<void>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
