import type { Transaction } from 'kysely';
import { enqueueMails } from '../../../mail/outbox/enqueue-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import { confirmedMails } from '../../orders/effects/batch-mails.ts';
import { isBooked, isErased } from '../../orders/order.ts';
import { recordInHistory } from '../../orders/store/order-history.ts';
import type { DecideChangeDependencies } from '../decide-change.ts';
import { lockOrdersOfBatch } from '../orders-of-batch.ts';

/** Tells everybody of a batch that it takes place; an email is sent once, however often it is said. @returns how many orders */
export async function confirmBatch(
  transaction: Transaction<Database>,
  { jobs, publicUrl }: DecideChangeDependencies,
  batchId: number,
): Promise<number> {
  const orders = (await lockOrdersOfBatch(transaction, batchId)).filter(
    (order) => isBooked(order) && !isErased(order),
  );
  for (const order of orders) {
    const cause = `batch_confirmed:${batchId}:${order.batch.start_date}:${order.id}`;
    await recordInHistory(transaction, [order], { source: 'operator', event: 'batch_confirmed' });
    await enqueueMails(transaction, confirmedMails(order, { cause, publicUrl }), jobs);
  }
  return orders.length;
}
