/** Mails the receipt links of the newest 20 paid orders of an address to that address. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transact } from '../../../platform/database/transact.ts';
import { receiptPath } from '../../orders/receipt-path.ts';
import { orderBatch } from '../../orders/store/order-tables.ts';
import type { EnqueueMails, SelfServiceDependencies } from './dependencies.ts';

const maxLinks = 20;

export async function sendReceiptLinks(
  { database, publicUrl, log }: SelfServiceDependencies,
  enqueueMails: EnqueueMails,
  email: string,
  requestedFrom: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    const rows = await transaction
      .selectFrom('orders')
      .select(['id', 'booking_number', 'batch', 'receipt_token', 'email'])
      .where(sql<boolean>`lower(email) = ${email.trim().toLowerCase()}`)
      .where('payment_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(maxLinks)
      .execute();
    const [newest] = rows;
    if (!newest) return;
    const orders = rows.map(({ booking_number: bookingNumber, batch: stored, receipt_token: token }) => {
      const batch = orderBatch.tryParse(stored);
      return {
        bookingNumber,
        courseName: batch?.course_name ?? '',
        startDate: batch?.start_date ?? '',
        receiptUrl: new URL(receiptPath(token), publicUrl).href,
      };
    });
    // Sent to the address stored with the order, not to the one typed now.
    await enqueueMails(transaction, [
      {
        kind: 'receipt_links',
        cause: `receipt_links:${randomUUIDv7()}`,
        recipient: newest.email,
        orderId: newest.id,
        facts: { orders },
        requestedFrom,
      },
    ]);
    log.info({ orders: orders.length }, 'receipt links were requested');
  });
}
