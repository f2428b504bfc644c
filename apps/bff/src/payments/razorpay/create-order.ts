import type { CheckoutDependencies } from '../../checkout/dependencies.ts';
import type { RazorpayOrder } from './client.ts';
import { RazorpayError } from './errors.ts';

export interface WantedOrder {
  amountPaise: number;
  /** Our order id. */
  receipt: string;
  notes: Record<string, string>;
}

/**
 * Makes an order at Razorpay, once. Where its answer was lost, or refused because the receipt is taken or the account
 * does not know `unique_receipt` yet, the order is looked up by its receipt before it is made again, and made again
 * once at most.
 *
 * @throws RazorpayError where it could not be made
 */
export async function orderAtRazorpay(
  { razorpay, log }: Pick<CheckoutDependencies, 'razorpay' | 'log'>,
  order: WantedOrder,
): Promise<RazorpayOrder> {
  const existing = async () =>
    (await razorpay.ordersByReceipt(order.receipt)).find(({ amount }) => amount === order.amountPaise);
  let refused: boolean;
  try {
    return await razorpay.createOrder({ ...order, uniqueReceipt: true });
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error;
    refused = error.code === 'refused';
    if (!error.retry && !refused) throw error;
    log.warn(
      { orderId: order.receipt, code: error.code },
      'Razorpay order: looking for it before trying again',
    );
    if (error.outcome === 'unknown' || refused) {
      const found = await existing();
      if (found) return found;
    }
  }
  try {
    return await razorpay.createOrder({ ...order, uniqueReceipt: !refused });
  } catch (error) {
    // The first try did arrive, only later than we looked.
    const found = error instanceof RazorpayError && error.code !== 'throttled' ? await existing() : undefined;
    if (found) return found;
    throw error;
  }
}
