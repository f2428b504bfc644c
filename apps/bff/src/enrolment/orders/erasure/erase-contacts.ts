/** Erases the people of orders, and tells which orders can be erased. */
import type { OrderState } from '@meridian/contracts/enrolment/orders';
import { sql, type Transaction } from 'kysely';
import { eraseMailsOfOrders } from '../../../mail/outbox/erase-mails.ts';
import type { Database } from '../../../platform/database/database.ts';
import { eraseRowsOf } from '../../../platform/database/erase-rows.ts';
import { eraseRequestedBuyers } from '../../documents/request-documents.ts';
import { writeOrderSearch } from '../../search/order-search.ts';
import { recordInHistory } from '../store/order-history.ts';
import type { EventSource } from '../store/order-tables.ts';

export interface OrderInState {
  id: string;
  state: OrderState;
}

/**
 * Erases payer and attendees: names, addresses, phone, attribution, and every free text that may name a
 * person. The receipt link stops working.
 */
export async function eraseContacts(
  transaction: Transaction<Database>,
  orders: readonly OrderInState[],
  source: EventSource,
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await transaction
    .updateTable('orders')
    // Erased attendees must not be reported.
    .set({ attendees_reported: sql<number>`attendees_version` })
    .where('id', 'in', ids)
    .execute();
  // Erased attendees must not be sent.
  await transaction
    .updateTable('booking_changes')
    .set({ state: 'closed' })
    .where('order_id', 'in', ids)
    .where('attendees_version', 'is not', null)
    .where('state', '=', 'due')
    .execute();
  await eraseRowsOf(transaction, 'order', ids);
  await eraseRequestedBuyers(transaction, ids);
  await eraseMailsOfOrders(transaction, ids);
  await recordInHistory(transaction, orders, { source, event: 'erased' });
  await writeOrderSearch(transaction, ids);
}

/** True if an operator has to act or money is moving, so that the payer's details are still needed. */
export const isWaiting = sql<boolean>`(
  exists (select from cases where cases.order_id = orders.id and cases.closed_at is null)
  or exists (select from refunds where refunds.order_id = orders.id and refunds.state in ('requested', 'pending'))
)`;

/** True if no payment and no booking is in progress, so that the details are no longer needed. */
export const hasEnded = (order: { state: OrderState; next_check_at: Date | null; waits: boolean }): boolean =>
  !order.waits &&
  (order.state === 'booked' ||
    order.state === 'refunded' ||
    order.state === 'cancelled' ||
    ((order.state === 'created' || order.state === 'attempted') && order.next_check_at === null));
