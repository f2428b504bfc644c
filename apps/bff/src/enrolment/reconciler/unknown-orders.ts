/**
 * Payments of orders that this database does not have: another shop's orders, or orders lost with a restored
 * backup.
 */

import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { parseUuid } from '@meridian/contracts/uuid';
import type { OrderOrigin, PaymentProvider, ProviderPayment } from '../../partners/payments/provider.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { openFoundCase } from '../orders/cases/case-store.ts';
import { findOrder, nameProviderOrder } from '../orders/store/order-queries.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

/** Orders of other shops on the same account. Each is fetched once per process. */
const othersOrders = new Set<string>();
const maxOthersOrders = 50_000;

/**
 * @returns undefined if the payment provider no longer has the order, which does not count as a failure of
 * the run
 */
async function originOf(
  provider: Pick<PaymentProvider, 'fetchOrder'>,
  orderId: string,
): Promise<OrderOrigin | undefined> {
  try {
    return await provider.fetchOrder(orderId);
  } catch (error) {
    if (isRemoteError(error, 'payments') && error.code === 'refused') return undefined;
    throw error;
  }
}

/**
 * @param orderId the payment provider's order id
 * @returns our id of an order that was made here, even if it is not in this database; undefined for other
 * shops' orders, and for those that the payment provider no longer has
 */
export async function originOfOurs(
  provider: Pick<PaymentProvider, 'fetchOrder'>,
  orderId: string,
): Promise<string | undefined> {
  if (othersOrders.has(orderId)) return undefined;
  const origin = await originOf(provider, orderId);
  if (!origin) return undefined;
  const { receipt, notes } = origin;
  if (receipt !== null && parseUuid(receipt) !== undefined && 'course_schedule_id' in notes) return receipt;
  if (othersOrders.size >= maxOthersOrders) othersOrders.clear();
  othersOrders.add(orderId);
  return undefined;
}

/**
 * Assigns a payment to its order if the answer with the payment provider's order id was lost. Opens a case if
 * the order is not in this database.
 */
export async function resolveUnknownOrder(run: ReconciliationRun, payment: ProviderPayment): Promise<void> {
  const { database, log, provider } = run.deps;
  const { orderId, status } = payment;
  if (orderId === null || status === 'created' || status === 'failed') return;
  const receipt = await originOfOurs(provider, orderId);
  if (receipt === undefined) return;
  const order = await findOrder(database, 'id', receipt);
  if (order) {
    if (order.providerOrderId !== null) return;
    await nameProviderOrder(database, order.id, orderId);
    const named = await findOrder(database, 'id', order.id);
    if (named) await run.take(named, [payment]);
    return;
  }
  run.result.setAside += 1;
  const reason =
    `${formatPaise(payment.amountPaise)} was ${status} with ${payment.id} for order ${receipt} (${orderId}), which is ` +
    `not in this database: book it by hand or refund it in ${provider.title}'s dashboard`;
  const found = { kind: 'order_missing' as const, subject: payment.id, orderId: null, reason };
  if (await openFoundCase(database, found))
    log.error({ paymentId: payment.id, providerOrderId: orderId }, 'a captured payment has no order here');
}
