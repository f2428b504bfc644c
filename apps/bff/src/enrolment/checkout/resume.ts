/** Continues an abandoned checkout from the link in its email. */

import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import { checkoutRequest } from '@meridian/contracts/enrolment/orders';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { dayInIndia } from '@meridian/contracts/india-time';
import { type Kysely, type Selectable, sql } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isErased, type Order } from '../orders/order.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { freshOrder } from './fresh-order.ts';
import { type Opened, type OpeningServices, openOrder } from './open-order.ts';
import type { Requester } from './store-order.ts';

interface Found {
  row: Selectable<Schema['abandoned_checkouts']>;
  /** The newest order of the link: a link can be opened again after it led to an order. */
  order: Order;
}

async function find(database: Kysely<Database>, token: string): Promise<Found | undefined> {
  const row = await database
    .selectFrom('abandoned_checkouts')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  const order = row && (await findOrder(database, 'id', row.resumed_order_id ?? row.order_id));
  return order && { row, order };
}

const isOver = (order: Order, now: Date) =>
  order.paymentId !== null || isErased(order) || order.batch.start_date <= dayInIndia(now);

function checkoutPath({ batch, price }: Order): string {
  const query = new URLSearchParams({
    course_id: String(batch.course_id),
    course_name: batch.course_name,
    course_schedule_id: String(batch.course_schedule_id),
    course_fee: String(rupeesOf(price.unitPaise)),
    course_qty: String(price.seats),
  });
  return `/checkout?${query}`;
}

/** @returns the order of the link, for its holder; records that the link was opened */
export async function readAbandoned(
  { database, now }: { database: Kysely<Database>; now: () => Date },
  token: string,
): Promise<AbandonedData | undefined> {
  const found = await find(database, token);
  if (!found) return undefined;
  const { order } = found;
  await database
    .updateTable('abandoned_checkouts')
    .set({ opened_at: databaseNow })
    .where('token', '=', token)
    .where('opened_at', 'is', null)
    .execute();
  const { course_name, start_date, end_date, start_time, end_time } = order.batch;
  return {
    state: isOver(order, now()) ? 'over' : 'open',
    course_name,
    start_date,
    end_date,
    start_time,
    end_time,
    number_of_course: order.price.seats,
    total_fee: rupeesOf(order.price.totalPaise),
    checkout_path: checkoutPath(order),
  };
}

/** @returns a request for the same order, with its total as the expected total */
function requestOf(order: Order) {
  const { batch, contact, price, couponCode, attendees, company, billingAddress, billingState } = order;
  return checkoutRequest.parse({
    course_id: batch.course_id,
    course_schedule_id: batch.course_schedule_id,
    number_of_course: price.seats,
    expected_total: price.totalPaise,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    phone_number: contact.phoneNumber,
    coupon: couponCode ?? undefined,
    attendees,
    replaces: order.receiptToken,
    billing: {
      ...(billingState !== null && { state: billingState }),
      ...(company && { company }),
      ...(billingAddress && { address: billingAddress }),
    },
  });
}

const over = 'This order is already paid or no longer available. No new order was made.';

/**
 * Opens the order again by the rules of any order: seats and coupon are reserved again, and no order is made
 * if the total has changed.
 *
 * @returns undefined for an unknown link
 * @throws Refusal `conflict` if the order is paid, erased or its batch has begun, and as `openOrder`
 */
export async function resumeCheckout(
  deps: OpeningServices,
  token: string,
  requester: Requester,
): Promise<Opened | undefined> {
  const found = await find(deps.database, token);
  if (!found) return undefined;
  const order = isOver(found.order, deps.now()) ? found.order : await freshOrder(deps, found.order);
  if (isOver(order, deps.now())) throw new Refusal('conflict', 'order_ended', over);
  const opened = await openOrder(deps, requestOf(order), requester);
  if (opened.kind !== 'opened') return opened;
  const resumed = await findOrder(deps.database, 'provider_order_id', opened.data.order_id);
  // The visitor came from the sources of the first order, so the new order gets its attribution.
  if (resumed)
    await sql`
      update orders set attribution = (select attribution from orders where id = ${order.id})
      where id = ${resumed.id}`.execute(deps.database);
  await deps.database
    .updateTable('abandoned_checkouts')
    .set({ resumed_order_id: resumed?.id ?? null, opened_at: sql<Date>`coalesce(opened_at, now())` })
    .where('token', '=', token)
    .execute();
  return opened;
}

/** Results of emails about abandoned checkouts. */
export interface AbandonedFigures {
  sent: number;
  opened: number;
  /** Number of links with an order that was paid after the link was opened. */
  paid: number;
}

export async function countAbandoned(database: Kysely<Database>): Promise<AbandonedFigures> {
  const { rows } = await sql<AbandonedFigures>`
    select
      (select count(*)::integer from abandoned_checkouts u join mails m on m.order_id = u.order_id
        where m.kind = 'checkout_unfinished' and m.state in ('sent', 'bounced')) as sent,
      count(*) filter (where opened_at is not null)::integer as opened,
      count(*) filter (where opened_at is not null and exists (
        select from orders o
        where o.id in (abandoned_checkouts.order_id, abandoned_checkouts.resumed_order_id)
          and o.paid_at >= abandoned_checkouts.opened_at))::integer as paid
    from abandoned_checkouts`.execute(database);
  return rows[0] ?? { sent: 0, opened: 0, paid: 0 };
}
