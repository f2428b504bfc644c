/** Paid orders that nothing was noted of: of versions before there were invoices. */
import { sql } from 'kysely';
import { transact } from '../../database/transact.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { factsOf } from '../order/order.ts';
import { requestDocuments } from '../order/order-documents.ts';
import { lockOrder } from '../order/order-queries.ts';

/**
 * Notes for each of them what is to be issued, with what is known today: who bought may be forgotten already.
 * @returns their ids
 */
export async function noteEarlierOrders(
  deps: Pick<CheckoutDependencies, 'database' | 'jobs'>,
): Promise<string[]> {
  const rows = await deps.database
    .selectFrom('orders')
    .select('id')
    .where('payment_id', 'is not', null)
    .where(
      sql<boolean>`not exists (select from document_requests where document_requests.order_id = orders.id)`,
    )
    .orderBy('paid_at')
    .execute();
  for (const { id } of rows)
    await transact(deps.database, async (transaction) => {
      const order = await lockOrder(transaction, 'id', id);
      const noted = await transaction
        .selectFrom('document_requests')
        .select('id')
        .where('order_id', '=', id)
        .executeTakeFirst();
      if (!order || noted) return;
      const after = factsOf(order);
      // As if it had been paid, and what went back given back, just now.
      await requestDocuments(transaction, deps.jobs, order, { before: { ...after, payments: {} }, after });
    });
  return rows.map(({ id }) => id);
}
