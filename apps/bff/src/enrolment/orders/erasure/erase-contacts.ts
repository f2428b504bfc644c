/** Erases the buyer of an order. */
import type { OrderState } from '@meridian/contracts/checkout/orders';
import { sql, type Transaction } from 'kysely';
import { eraseMailsOfOrders } from '../../../mail/outbox/erase-mails.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { eraseRequestedBuyers } from '../../documents/request-documents.ts';
import { writeOrderSearch } from '../../search/order-search.ts';
import type { EventSource } from '../store/order-tables.ts';

export interface OrderInState {
  id: string;
  state: OrderState;
}

/** Erases buyer and attendees: names, addresses, phone, attribution, and every free text that may name a person. */
export async function eraseContacts(
  transaction: Transaction<Database>,
  orders: readonly OrderInState[],
  source: EventSource,
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await transaction
    .updateTable('orders')
    .set({
      first_name: '',
      last_name: '',
      email: '',
      phone_number: '',
      attendees: '[]',
      // Erased attendees are not to be reported.
      attendees_told: sql<number>`attendees_version`,
      attribution: null,
      company: null,
      billing_address: null,
      held_for_address: null,
      booking_body: null,
      // Free text of the upstream or the operator may name a person.
      review_reason: null,
    })
    .where('id', 'in', ids)
    .execute();
  // Erased attendees are not to be sent.
  await transaction
    .updateTable('booking_changes')
    .set({ state: 'closed' })
    .where('order_id', 'in', ids)
    .where('attendees_version', 'is not', null)
    .where('state', '=', 'due')
    .execute();
  await transaction
    .updateTable('booking_changes')
    .set({ attendees: null, reason: null })
    .where('order_id', 'in', ids)
    .execute();
  await transaction.deleteFrom('billing_corrections').where('order_id', 'in', ids).execute();
  await transaction.deleteFrom('unfinished_checkouts').where('order_id', 'in', ids).execute();
  await transaction.deleteFrom('manage_links').where('order_id', 'in', ids).execute();
  await transaction.deleteFrom('change_requests').where('order_id', 'in', ids).execute();
  await eraseRequestedBuyers(transaction, ids);
  await eraseMailsOfOrders(transaction, ids);
  await transaction.updateTable('order_events').set({ note: null }).where('order_id', 'in', ids).execute();
  await transaction.updateTable('refunds').set({ note: null }).where('order_id', 'in', ids).execute();
  const cleared = { note: null, reason: null };
  await transaction.updateTable('cases').set(cleared).where('order_id', 'in', ids).execute();
  await transaction
    .insertInto('order_events')
    .values(
      orders.map(({ id, state }) => ({
        order_id: id,
        at: databaseNow,
        source,
        event: 'erased',
        state,
        payment_id: null,
        note: null,
      })),
    )
    .execute();
  await writeOrderSearch(transaction, ids);
}

/** True if a person has to act or money is under way, so that the buyer's details are still needed. */
export const isWaiting = sql<boolean>`(
  exists (select from cases where cases.order_id = orders.id and cases.closed_at is null)
  or exists (select from refunds where refunds.order_id = orders.id and refunds.state in ('requested', 'pending'))
)`;
