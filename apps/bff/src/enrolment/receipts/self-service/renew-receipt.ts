/** Revokes a receipt link, and emails a new one to the payer of a paid order. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isErased, type Order } from '../../orders/order.ts';
import { receiptPath } from '../../orders/receipt-path.ts';
import { recordInHistory } from '../../orders/store/order-history.ts';
import { lockOrder } from '../../orders/store/order-queries.ts';
import type { BookingChangeServices } from './dependencies.ts';

type RenewingServices = Pick<BookingChangeServices, 'enqueueMails' | 'publicUrl'>;

/**
 * Replaces the token of a receipt. Links that change the booking are deleted too. If the order is paid, the
 * payer gets the new receipt link by email.
 *
 * @param order locked by the caller
 */
export async function renewReceipt(
  { enqueueMails, publicUrl }: RenewingServices,
  transaction: Transaction<Database>,
  { id, bookingNumber, contact, batch, paymentId }: Order,
): Promise<void> {
  const token = randomBytes(20).toString('hex');
  await transaction.updateTable('orders').set({ receipt_token: token }).where('id', '=', id).execute();
  await transaction.deleteFrom('manage_links').where('order_id', '=', id).execute();
  if (paymentId === null) return;
  const receipt = {
    bookingNumber,
    courseName: batch.course_name,
    startDate: batch.start_date,
    receiptUrl: new URL(receiptPath(token), publicUrl).href,
  };
  await enqueueMails?.(transaction, [
    {
      kind: 'receipt_links',
      cause: `receipt_links:${randomUUIDv7()}`,
      recipient: contact.email,
      orderId: id,
      facts: { orders: [receipt] },
    },
  ]);
}

/**
 * @param change.note the reason, for the order's history
 * @returns a sentence that says what was done
 * @throws Refusal `not_found`, `conflict` for an erased order
 */
export async function renewByOperator(
  services: RenewingServices,
  transaction: Transaction<Database>,
  { orderId, note }: { orderId: string; note: string },
): Promise<string> {
  const order = await lockOrder(transaction, 'id', orderId);
  if (!order) throw new Refusal('not_found', 'order_unknown', 'Order not found.');
  if (isErased(order)) throw new Refusal('conflict', 'order_erased', "The payer's details were erased.");
  await renewReceipt(services, transaction, order);
  await recordInHistory(transaction, [order], { source: 'operator', event: 'receipt_renewed', note });
  return services.enqueueMails && order.paymentId !== null
    ? 'The previous receipt link no longer works. A new one is sent to the payer.'
    : 'The previous receipt link no longer works.';
}
