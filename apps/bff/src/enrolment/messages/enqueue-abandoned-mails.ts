/**
 * Enqueues emails about unpaid orders: at most one a day to a payer, at most two about an order, and none
 * after a payment.
 */

import { randomBytes } from 'node:crypto';
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql, type Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Order } from '../orders/order.ts';
import { findOrder, lockOrder } from '../orders/store/order-queries.ts';
import { type PricingServices, readPricedOffer } from '../pricing/priced-offer.ts';
import { countFree } from '../seats/check-seats.ts';
import { readSales } from '../seats/sales.ts';
import { takenSeats } from '../seats/taken-seats.ts';

export interface AbandonedOptions {
  /** True if the privacy notice at the form covers these mails. */
  isOn: boolean;
}
export interface AbandonedDependencies extends PricingServices {
  jobs: Pick<Jobs, 'enqueue'>;
  abandoned: AbandonedOptions;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const firstAfterMs = hourMs;
const secondAfterMs = dayMs;
/** Orders older than this get no reminder. */
const maxOrderAgeMs = 3 * dayMs;
const maxMails = 2;
const maxAtOnce = 100;
const tokenBytes = 20;

/**
 * The first check at the payment provider is planned 15 minutes after the order is made. A next check that is
 * planned later means that the payment provider was asked.
 */
const firstCheckMs = 16 * 60_000;

interface Candidate {
  id: string;
  notice_version: string | null;
}

/**
 * @returns unpaid orders without any payment at the payment provider. A failed payment excludes an order too,
 * because its money may still arrive. Of a payer's orders for one course, only the newest counts, and none if
 * another order was paid or its payment was attempted.
 */
async function candidates({ database, now }: PricingServices): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select o.id, o.notice_version from orders o left join abandoned_checkouts u on u.order_id = o.id
    where o.state = 'created' and o.payment_id is null and o.booking = 'none' and o.email <> ''
      and o.provider_order_id is not null
      and o.created_at between ${ago(maxOrderAgeMs)} and ${ago(firstAfterMs)}
      and (o.next_check_at is null or o.next_check_at > o.created_at + ${firstCheckMs} * interval '1 millisecond')
      and o.batch ->> 'start_date' > ${dayInIndia(now())}
      and (u.order_id is null
        or (u.mails < ${maxMails} and u.enqueued_at < ${ago(secondAfterMs)}))
      and not exists (
        select from orders other
        where lower(other.email) = lower(o.email) and other.email <> '' and other.id <> o.id
          and other.batch ->> 'course_id' = o.batch ->> 'course_id'
          and (other.payment_id is not null or other.state <> 'created' or other.created_at > o.created_at))
    order by o.created_at desc
    limit ${maxAtOnce}`.execute(database);
  return rows;
}

/** @returns true if the total that was shown can still be paid; undefined if the seats are not available */
async function priceStands(deps: PricingServices, order: Order): Promise<boolean | undefined> {
  const { course_id, course_schedule_id } = order.batch;
  const requested = { course_id, course_schedule_id, number_of_course: order.price.seats };
  const coupon = {
    code: order.couponCode ?? undefined,
    email: order.contact.email,
    address: null,
    replaces: order.receiptToken,
  };
  const ask = { requestId: undefined, unavailable: 'The schedule cannot be read' };
  try {
    const priced = await readPricedOffer(deps, requested, coupon, ask);
    const free = await countFree(deps.database, takenSeats, priced.seatRead);
    if (free !== undefined && order.seatHold !== 'held' && free < order.price.seats) return undefined;
    return priced.price.totalPaise === order.price.totalPaise;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // An expired coupon changes the price. Any other refusal means that the batch is not on sale, or that its
    // sale is unknown.
    return error.kind === 'invalid' && order.couponCode !== null && 'coupon' in (error.errors ?? {})
      ? false
      : undefined;
  }
}

/** @returns the number of this mail about the order; undefined if it must not be sent */
async function recordNextMail(transaction: Transaction<Database>, order: Order): Promise<number | undefined> {
  const key = addressKey(order.contact.email);
  // At most one mail a day to a payer, about any order. A second replica waits for the lock and then sees the
  // row of the first replica.
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
  const recent = await transaction
    .selectFrom('abandoned_checkouts')
    .select('order_id')
    .where('email_key', '=', key)
    .where('enqueued_at', '>=', ago(dayMs))
    .executeTakeFirst();
  if (recent) return undefined;
  const row = await transaction
    .insertInto('abandoned_checkouts')
    .values({
      order_id: order.id,
      email_key: key,
      course_id: order.batch.course_id,
      token: randomBytes(tokenBytes).toString('hex'),
      mails: 1,
      enqueued_at: databaseNow,
    })
    // The conflict is with this order's row, or with an earlier order of this payer for this course, which
    // has had its mails.
    .onConflict((conflict) => conflict.doNothing())
    .returning('mails')
    .executeTakeFirst();
  if (row) return row.mails;
  const next = await transaction
    .updateTable('abandoned_checkouts')
    .set({ mails: sql<number>`mails + 1`, enqueued_at: databaseNow })
    .where('order_id', '=', order.id)
    .where('mails', '<', maxMails)
    .where('enqueued_at', '<', ago(secondAfterMs))
    .returning('mails')
    .executeTakeFirst();
  return next?.mails;
}

/** @returns the number of emails enqueued; 0 while sales are closed */
export async function enqueueAbandonedMails(deps: AbandonedDependencies): Promise<number> {
  let enqueued = 0;
  if (!(await readSales(deps.database)).isOpen) return enqueued;
  for (const { id, notice_version: notice } of await candidates(deps)) {
    // The privacy notice that the payer saw must cover these mails. It is null for orders of earlier
    // versions.
    const isCovered = deps.abandoned.isOn && notice !== null;
    const order = isCovered ? await findOrder(deps.database, 'id', id) : undefined;
    if (!order) continue;
    const stands = await priceStands(deps, order);
    if (stands === undefined) continue;
    enqueued += await transact(deps.database, async (transaction) => {
      const current = await lockOrder(transaction, 'id', id);
      if (!current || current.paymentId !== null || current.state !== 'created') return 0;
      const number = await recordNextMail(transaction, current);
      if (number === undefined) return 0;
      const cause = `checkout_unfinished:${id}:${number}`;
      const recipient = current.contact.email;
      const facts = { priceStands: stands };
      const mail = { kind: 'checkout_unfinished' as const, cause, recipient, orderId: id, facts };
      return enqueueMails(transaction, [mail], deps.jobs);
    });
  }
  return enqueued;
}
