import { randomUUIDv7 } from 'node:crypto';
/** Gives money back through the provider: the request is committed first, and sent under its own key until answered. */
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ProviderRefund } from '../../payments/provider.ts';
import { isRemoteError } from '../../remote/remote-error.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { factsOf, type Order } from '../order/order.ts';
import { refundsDue } from '../order/order-facts.ts';
import { applyEvent, type Change, changeOrder } from '../order/order-store.ts';
import { knownPayment, takeRefunds } from '../reports/refund-reports.ts';

/**
 * Commits a request for all that has to go back of an order and is not on its way, in the caller's transaction.
 * Nothing of a payment that is disputed: the bank would give it back a second time.
 */
export async function requestRefunds(
  transaction: Transaction<Database>,
  deps: Pick<CheckoutDependencies, 'jobs'>,
  order: Order,
  told: { source: Change['source']; note: string; seats?: number },
): Promise<Order> {
  let current = order;
  for (const { paymentId, amountPaise } of refundsDue(factsOf(order))) {
    const id = randomUUIDv7();
    const { source, note, seats } = told;
    current = await applyEvent(transaction, deps.jobs, current, {
      event: { kind: 'refund_requested', paymentId, refundId: id, amountPaise },
      refund: { id, source: 'operator', note, ...(seats !== undefined && { seats }) },
      source,
    });
  }
  return current;
}

/** A refund that the provider may not have heard of. */
interface Requested {
  refundId: string;
  paymentId: string;
  amountPaise: number;
}

/** @returns the refunds of an order that the provider has not answered */
export function unansweredRefunds(order: Order): Requested[] {
  return order.payments.flatMap(({ paymentId, refunds }) =>
    refunds
      .filter(({ state }) => state === 'requested')
      .map(({ id, amountPaise }) => ({ refundId: id, paymentId, amountPaise })),
  );
}

/**
 * Sends a request, again where it was sent before: its id is the idempotency key.
 *
 * @returns the refund, or why the provider makes none
 * @throws RemoteError where nobody knows: the request stays, and is sent again later
 */
async function send(
  deps: CheckoutDependencies,
  { refundId, paymentId, amountPaise }: Requested,
): Promise<ProviderRefund | { refused: string }> {
  try {
    return await deps.provider.refund(paymentId, amountPaise, refundId);
  } catch (error) {
    if (!isRemoteError(error, 'payments') || error.code !== 'refused') throw error;
    // An earlier try of the same request may have come through all the same.
    const { items } = await deps.provider.refundsOfPayment(paymentId);
    return items.find(({ requestId }) => requestId === refundId) ?? { refused: error.message };
  }
}

/**
 * Sends the requests of an order that the provider has not answered.
 *
 * @returns the order as it is then
 * @throws RemoteError where the provider gives no answer; repeating is safe
 */
export async function sendRefunds(
  deps: CheckoutDependencies,
  order: Order,
  source: Change['source'],
): Promise<Order> {
  let current = order;
  for (const requested of unansweredRefunds(order)) {
    const { paymentId, refundId } = requested;
    const answer = await send(deps, requested);
    if ('refused' in answer) {
      const event = { kind: 'refund_refused', paymentId, refundId } as const;
      const refund = { id: refundId, source: 'operator', reason: answer.refused } as const;
      const change = { event, source, refund, note: answer.refused };
      current = (await changeOrder(deps, order.id, change)) ?? current;
      continue;
    }
    const known = current.payments.find((payment) => payment.paymentId === paymentId);
    if (!known) continue;
    current = await takeRefunds(deps, current, knownPayment(known), [answer], source);
  }
  return current;
}
