import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutDependencies } from '../orders/dependencies.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { bookOrder } from './book-order.ts';

const pollMs = 100;

/**
 * Books within the request if the upstream answers in time; otherwise the job does. If another caller holds the lease,
 * waits for its result.
 */
export async function bookWithin(deps: CheckoutDependencies, orderId: string): Promise<void> {
  const deadline = Date.now() + deps.options.bookingWaitMs;
  const book = async () => {
    while (Date.now() < deadline && (await bookOrder(deps, orderId)) === 'retry') {
      const order = await findOrder(deps.database, 'id', orderId);
      // The lease was returned after a failure: the job retries with back-off.
      if (!order || order.bookingLease === 'none') return;
      await sleep(pollMs);
    }
  };
  const booking = book().catch((error: unknown) => {
    deps.log.error({ err: error, orderId }, 'booking within the request failed; the job takes over');
  });
  deps.track(booking);
  const timer = new AbortController();
  await Promise.race([
    booking,
    sleep(deps.options.bookingWaitMs, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
}
