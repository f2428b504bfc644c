import type { FastifyBaseLogger } from 'fastify';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { OrderRequest, PaymentApi, ProviderOrder } from './provider.ts';

/**
 * Creates an order at the provider idempotently, in at most two attempts. If the first attempt was refused,
 * or may have created the order, the order is looked up by its receipt before the second.
 * @throws RemoteError if it could not be created
 */
export async function createOrderOnce(
  {
    provider,
    log,
  }: { provider: Pick<PaymentApi, 'createOrder' | 'findOrders'>; log: Pick<FastifyBaseLogger, 'warn'> },
  order: OrderRequest,
): Promise<ProviderOrder> {
  const existing = async () =>
    (await provider.findOrders(order.receipt)).find(({ amountPaise }) => amountPaise === order.amountPaise);
  let refused: boolean;
  try {
    return await provider.createOrder(order);
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    refused = error.code === 'refused';
    if (!error.retry && !refused) throw error;
    log.warn(
      { orderId: order.receipt, code: error.code },
      'the order could not be created at the payment provider: trying once more',
    );
    if (error.outcome === 'unknown' || refused) {
      const found = await existing();
      if (found) return found;
    }
  }
  try {
    return await provider.createOrder(order, { afterRefusal: refused });
  } catch (error) {
    // The first request may have arrived after the lookup.
    const mayExist = isRemoteError(error, 'payments') && error.code !== 'throttled';
    const found = mayExist ? await existing() : undefined;
    if (found) return found;
    throw error;
  }
}
