/** Requests tax documents of orders that were paid before the product issued invoices. */

import { sql } from 'kysely';
import { transact } from '../../platform/database/transact.ts';
import { requestDocuments } from '../orders/effects/order-documents.ts';
import { factsOf } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';

/**
 * Requests the documents of each paid order without document requests, from the order's current data. The
 * buyer may have been erased.
 *
 * @param orderId only this order; all orders if omitted
 * @returns the ids of the orders
 */
export async function requestEarlierDocuments(deps: OrderWriter, orderId?: string): Promise<string[]> {
  const rows = await deps.database
    .selectFrom('orders')
    .select('id')
    .where('payment_id', 'is not', null)
    .$if(orderId !== undefined, (query) => query.where('id', '=', orderId ?? ''))
    .where(
      sql<boolean>`not exists (select from document_requests where document_requests.order_id = orders.id)`,
    )
    .orderBy('paid_at')
    .execute();
  for (const { id } of rows)
    await transact(deps.database, async (transaction) => {
      const order = await lockOrder(transaction, 'id', id);
      const existing = await transaction
        .selectFrom('document_requests')
        .select('id')
        .where('order_id', '=', id)
        .executeTakeFirst();
      if (!order || existing) return;
      const after = factsOf(order);
      // As if the payment and the refunds had just happened.
      const before = { ...after, payments: {}, cancelledSeats: 0 };
      await requestDocuments(transaction, { jobs: deps.jobs, order, before, after });
    });
  return rows.map(({ id }) => id);
}
