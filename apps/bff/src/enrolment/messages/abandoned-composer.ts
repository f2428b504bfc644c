/** Composes mails about abandoned checkouts. */
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql, type Transaction } from 'kysely';
import { unsubscribeUrls } from '../../mail/consents/unsubscribe-links.ts';
import { type Composed, type Composer, composeReadable } from '../../mail/outbox/composer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Order } from '../orders/order.ts';
import { findOrders, throwUnreadable } from '../orders/store/order-queries.ts';
import { readSales } from '../seats/sales.ts';

const abandonedPath = (token: string) => `/checkout?resume=${token}`;

/** @returns the tokens of orders that still need a reminder, by order id; none while sales are closed */
async function openTokens(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  if (!(await readSales(transaction)).isOpen) return new Map();
  const { rows } = await sql<{ order_id: string; token: string }>`
    select u.order_id, u.token from abandoned_checkouts u join orders o on o.id = u.order_id
    where u.order_id = any(${[...orderIds]}::uuid[]) and o.state = 'created' and o.email <> ''
      and not exists (
        select from orders other
        where lower(other.email) = lower(o.email) and other.email <> ''
          and other.batch ->> 'course_id' = o.batch ->> 'course_id'
          and (other.payment_id is not null or other.state <> 'created'))`.execute(transaction);
  return new Map(rows.map(({ order_id: id, token }) => [id, token]));
}

/** @param publicUrl origin of the site */
export function createAbandonedComposer(publicUrl: string): Composer {
  const said = (
    order: Order | undefined,
    token: string | undefined,
    { priceStands, unsubscribeUrl }: { priceStands: boolean; unsubscribeUrl: string | undefined },
  ): Composed => {
    if (
      !order ||
      token === undefined ||
      unsubscribeUrl === undefined ||
      order.batch.start_date <= dayInIndia(new Date())
    )
      return { kind: 'drop', reason: 'outdated' };
    const { joining: _joining, ...batch } = order.batch;
    const data = {
      firstName: order.contact.firstName,
      batch,
      seats: order.price.seats,
      priceStands,
      totalPaise: order.price.totalPaise,
      resumeUrl: new URL(abandonedPath(token), publicUrl).href,
      unsubscribeUrl,
    };
    return { kind: 'ready', data, requestId: order.requestId };
  };
  return {
    kinds: ['checkout_unfinished'],
    async compose(transaction, mails) {
      const ids = [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))];
      const found = await findOrders(transaction, ids);
      const orders = new Map(found.orders.map((order) => [order.id, order]));
      const tokens = await openTokens(transaction, ids);
      const recipients = mails.map(({ recipient }) => recipient);
      const links = await unsubscribeUrls(transaction, recipients, publicUrl);
      return new Map(
        mails.map(({ id, orderId, facts, recipient }) => {
          const unsubscribeUrl = links.get(recipient);
          const notified = { priceStands: facts.priceStands === true, unsubscribeUrl };
          const mail = composeReadable(() => {
            throwUnreadable(found, orderId);
            return said(orders.get(orderId ?? ''), tokens.get(orderId ?? ''), notified);
          });
          return [id, mail];
        }),
      );
    },
  };
}
