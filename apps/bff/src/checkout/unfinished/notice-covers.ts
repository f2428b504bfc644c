import type { Order } from '../order/order.ts';

/**
 * Whether the notice that the buyer saw at the form covers mails about an order that is not paid.
 *
 * @param isOn the setting, by which the operator says that the notice does
 */
export function noticeCovers(isOn: boolean, _order: Pick<Order, 'id' | 'createdAt'>): boolean {
  return isOn;
}
