import type { Transaction } from 'kysely';
import { enqueueMails } from '../../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import { confirmedMails } from '../../orders/effects/batch-mails.ts';
import { enqueueBatchWebhook } from '../../orders/effects/order-webhooks.ts';
import { isBooked, isErased } from '../../orders/order.ts';
import { recordInHistory } from '../../orders/store/order-history.ts';
import type { DecideChangeDependencies } from '../decide-change.ts';
import { lockOrdersOfBatch } from '../orders-of-batch.ts';

/**
 * Enqueues an email to payers and attendees that a batch is confirmed for its current days. While the start
 * date stays the same, a repeated call reaches only people who were added since.
 *
 * @returns the number of orders emailed
 */
export async function confirmBatch(
  transaction: Transaction<Database>,
  { jobs, publicUrl }: DecideChangeDependencies,
  batchId: number,
): Promise<number> {
  const orders = (await lockOrdersOfBatch(transaction, batchId)).filter(
    (order) => isBooked(order) && !isErased(order),
  );
  const [first] = orders;
  if (first) {
    const { batch } = first;
    const cause = `${batchId}:${batch.start_date}`;
    await enqueueBatchWebhook(transaction, 'batch.confirmed', {
      cause,
      batch,
      orderIds: orders.map(({ id }) => id),
    });
  }
  let emailed = 0;
  for (const order of orders) {
    const cause = `batch_confirmed:${batchId}:${order.batch.start_date}:${order.id}`;
    const made = await enqueueMails(transaction, confirmedMails(order, { cause, publicUrl }), jobs);
    if (made === 0) continue;
    await recordInHistory(transaction, [order], { source: 'operator', event: 'batch_confirmed' });
    emailed += 1;
  }
  return emailed;
}
