import type { FastifyBaseLogger } from 'fastify';
import { isRemoteError } from '../remote/remote-error.ts';
import type { OrderRequest, PaymentApi, ProviderOrder } from './provider.ts';

/**
 * Makes an order at the provider, once. Where its answer was lost or refused, the order is looked up by its receipt
 * before it is made again, and made again once at most.
 *
 * @throws RemoteError where it could not be made
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
      'order at the payment provider: looking for it before trying again',
    );
    if (error.outcome === 'unknown' || refused) {
      const found = await existing();
      if (found) return found;
    }
  }
  try {
    return await provider.createOrder(order, { afterRefusal: refused });
  } catch (error) {
    // The first try did arrive, only later than we looked.
    const mayExist = isRemoteError(error, 'payments') && error.code !== 'throttled';
    const found = mayExist ? await existing() : undefined;
    if (found) return found;
    throw error;
  }
}
