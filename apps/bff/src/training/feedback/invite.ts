/** Asks attendees for feedback on the day after their class. */
import { randomBytes } from 'node:crypto';
import { addDays, dayInIndia } from '@meridian/contracts/india-time';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isBooked, isErased, type Order } from '../../enrolment/orders/order.ts';
import { findOrders } from '../../enrolment/orders/store/order-queries.ts';
import { classDaysOf } from '../../mail/calendar/class-days.ts';
import { unsubscribeUrls } from '../../mail/consents/unsubscribe-links.ts';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow, readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { hashOf } from '../classes/class-list.ts';

/**
 * Max days from the end of a batch to the email. After a longer outage, no email is sent about classes that
 * ended before.
 */
const maxDaysLate = 7;
const batchSize = 200;

const feedbackPath = (token: string) => `/feedback/${token}`;

/** @returns the last day of class, `YYYY-MM-DD` */
function lastDayOf({ batch }: Order): string {
  const { days = [], areAll = false } = classDaysOf(batch) ?? {};
  return (areAll && days.at(-1)?.day) || batch.end_date || batch.start_date;
}

async function inviteOf(
  transaction: Transaction<Database>,
  publicUrl: string,
  order: Order,
): Promise<number> {
  const seats = order.price.seats - order.cancelledSeats;
  const people = order.attendees.slice(0, seats);
  const endings = await unsubscribeUrls(
    transaction,
    people.map(({ email }) => email),
    publicUrl,
  );
  let invited = 0;
  for (const { name, email } of people) {
    const token = randomBytes(20).toString('hex');
    const [firstName = ''] = name.split(/\s+/);
    const row = await transaction
      .insertInto('feedback')
      .values({
        order_id: order.id,
        batch_id: order.batch.course_schedule_id,
        course_id: order.batch.course_id,
        course: order.batch.course_name,
        address_key: addressKey(email),
        token_hash: hashOf(token),
        first_name: firstName,
        invited_at: databaseNow,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) continue;
    invited += await enqueueMails(transaction, [
      {
        kind: 'feedback_request',
        cause: `feedback_request:${row.id}`,
        recipient: email,
        orderId: order.id,
        facts: {
          firstName,
          courseName: order.batch.course_name,
          feedbackUrl: new URL(feedbackPath(token), publicUrl).href,
          unsubscribeUrl: endings.get(email) ?? '',
        },
      },
    ]);
  }
  return invited;
}

/**
 * Emails each attendee of a booked order once, from the day after the last class day.
 * @returns the number of new emails
 */
export async function inviteFeedback(database: Kysely<Database>, publicUrl: string): Promise<number> {
  const today = dayInIndia(await readClock(database));
  let invited = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database
      .selectFrom('orders')
      .select('id')
      .where('booking', '=', 'booked')
      .where('email', '<>', '')
      .whereRef('cancelled_seats', '<', 'seats')
      .where(sql<string>`batch ->> 'end_date'`, '>=', addDays(today, -maxDaysLate))
      .where(sql<string>`batch ->> 'end_date'`, '<=', today)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    // Skips unreadable orders, which are reported where they are read alone.
    const { orders } = await findOrders(
      database,
      rows.map(({ id }) => id),
    );
    for (const order of orders.filter((one) => isBooked(one) && !isErased(one) && lastDayOf(one) < today))
      invited += await transact(database, (transaction) => inviteOf(transaction, publicUrl, order));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return invited;
    after = last.id;
  }
}
