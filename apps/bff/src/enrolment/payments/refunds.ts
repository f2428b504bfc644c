/**
 * Refunds through the payment provider. The request is committed first, then sent under its idempotency key
 * until it is answered.
 */

import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { PaymentProvider, ProviderRefund } from '../../partners/payments/provider.ts';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs, WorkResult } from '../../platform/jobs/jobs.ts';
import { isRemoteError, type RemoteError } from '../../platform/remote/remote-error.ts';
import { factsOf, type Order } from '../orders/order.ts';
import { failedPaise, owedPaise } from '../orders/state/order-facts.ts';
import type { Change } from '../orders/store/order-change.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { applyEvent, changeOrder, type OrderWriter } from '../orders/store/order-store.ts';
import type { LoggedPaymentServices, PaymentServices } from './payment-services.ts';
import { applyRefunds, knownPayment } from './refund-reports.ts';

/**
 * Requests a refund of the money owed for a payment, in the caller's transaction. Excludes amounts whose
 * refund failed, because an operator decides about them. Does nothing for a disputed payment, which the bank
 * may refund as well.
 */
export async function requestRefund(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  order: Order,
  { paymentId, source, note }: { paymentId: string; source: Change['source']; note: string },
): Promise<Order> {
  const part = factsOf(order).payments[paymentId];
  if (!part) return order;
  const id = randomUUIDv7();
  const amountPaise = owedPaise(part) - failedPaise(part);
  return applyEvent(transaction, jobs, order, {
    event: { kind: 'refund_requested', refundId: id, paymentId, amountPaise },
    refund: { id, source: 'operator', note },
    source,
  });
}

/** A refund that the payment provider may not have received. */
interface Requested {
  refundId: string;
  paymentId: string;
  amountPaise: number;
}

/** @returns the refunds of an order that the payment provider has not answered */
export function unansweredRefunds(order: Order): Requested[] {
  return order.payments.flatMap(({ paymentId, refunds }) =>
    refunds
      .filter(({ state }) => state === 'requested')
      .map(({ id, amountPaise }) => ({ refundId: id, paymentId, amountPaise })),
  );
}

/**
 * Sends a refund request. The request's id is the idempotency key, so the call can be repeated.
 *
 * @returns the refund, or why the payment provider refused it
 * @throws RemoteError if the result is unknown: the request stays stored, and is resent later
 */
async function send(
  provider: PaymentProvider,
  { refundId, paymentId, amountPaise }: Requested,
): Promise<ProviderRefund | { refused: string }> {
  try {
    return await provider.refund(paymentId, amountPaise, refundId);
  } catch (error) {
    if (!isRemoteError(error, 'payments') || error.code !== 'refused') throw error;
    // An earlier attempt of the same request may have succeeded.
    const { items } = await provider.refundsOfPayment(paymentId);
    return items.find(({ requestId }) => requestId === refundId) ?? { refused: error.message };
  }
}

/**
 * Sends an order's requests that the payment provider has not answered. If one fails, the others are still
 * sent.
 *
 * @returns the order after the change
 * @throws RemoteError if the payment provider does not answer one of the requests; repeating the call is safe
 */
export async function sendRefunds(
  deps: PaymentServices,
  order: Order,
  source: Change['source'],
): Promise<Order> {
  let current = order;
  let failure: RemoteError | undefined;
  for (const requested of unansweredRefunds(order)) {
    const { paymentId, refundId } = requested;
    let answer: Awaited<ReturnType<typeof send>>;
    try {
      answer = await send(deps.provider, requested);
    } catch (error) {
      if (!isRemoteError(error, 'payments')) throw error;
      failure ??= error;
      continue;
    }
    if ('refused' in answer) {
      const event = { kind: 'refund_refused', paymentId, refundId } as const;
      const refund = { id: refundId, source: 'operator', reason: answer.refused } as const;
      const change = { event, source, refund, note: answer.refused };
      current = (await changeOrder(deps, order.id, change)) ?? current;
      continue;
    }
    const known = current.payments.find((payment) => payment.paymentId === paymentId);
    if (!known) continue;
    current = await applyRefunds(deps, current, knownPayment(known), [answer], source);
  }
  if (failure) throw failure;
  return current;
}

/**
 * Sends an order's refund requests in a job.
 *
 * @returns `retry` until the payment provider has answered each request
 */
export async function sendOrderRefunds(deps: LoggedPaymentServices, orderId: string): Promise<WorkResult> {
  const order = await findOrder(deps.database, 'id', orderId);
  try {
    if (order) await sendRefunds(deps, order, 'worker');
    return 'done';
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    deps.log.warn({ orderId, code: error.code }, 'a refund request was not answered');
    // The job is retried, so this delays `resumeRefunds`, which would enqueue another job.
    await deps.database
      .updateTable('refunds')
      .set({ updated_at: databaseNow })
      .where('order_id', '=', orderId)
      .where('state', '=', 'requested')
      .execute();
    return 'retry';
  }
}

/** Longer than the job's longest backoff. */
const lostMs = 60 * 60_000;

/**
 * Enqueues orders whose refund requests have had no answer for an hour, because their job may be lost or
 * dead.
 *
 * @param options.all enqueues the orders of all unanswered requests, without waiting an hour
 */
export async function resumeRefunds(deps: OrderWriter, options: { all: boolean }): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const rows = await transaction
      .updateTable('refunds')
      .set({ updated_at: databaseNow })
      .where('state', '=', 'requested')
      .where('updated_at', '<=', ago(options.all ? 0 : lostMs))
      .returning('order_id')
      .execute();
    const ids = [...new Set(rows.map(({ order_id: id }) => id))];
    await deps.jobs.enqueue('send-refunds', ids, { transaction });
  });
}
