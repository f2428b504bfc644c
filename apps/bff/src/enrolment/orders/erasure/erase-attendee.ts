/** Erases a person from other payers' orders in which the person is an attendee. */
import { emailKey } from '@meridian/contracts/enrolment/attendees';
import { sql, type Transaction } from 'kysely';
import { eraseMailsTo } from '../../../mail/outbox/erase-mails.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { namesPerson, type Person } from '../../../platform/database/erase-rows.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { writeOrderSearch } from '../../search/order-search.ts';
import { requestChange } from '../changes/request-change.ts';
import { recordInHistory } from '../store/order-history.ts';
import { orderAttendees } from '../store/order-tables.ts';
import { hasEnded, isWaiting, type OrderInState } from './erase-contacts.ts';

/**
 * Removes a person from the orders of other payers. The seat is unnamed afterwards, and the upstream gets the
 * list without the person.
 *
 * @param person `email` is in lower case
 * @returns the changed orders, and the orders with money or a booking in progress
 */
export async function eraseAttendee(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  person: Person,
): Promise<{ erased: OrderInState[]; kept: OrderInState[] }> {
  const rows = await transaction
    .selectFrom('orders')
    .select([
      'id',
      'state',
      'booking',
      'attendees',
      'attendees_version',
      'next_check_at',
      isWaiting.as('waits'),
    ])
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(attendees) as attendee
        where lower(attendee ->> 'email') = ${person.email})`,
    )
    .orderBy('created_at')
    .forUpdate()
    .execute();
  const [ended, kept] = [rows.filter(hasEnded), rows.filter((row) => !hasEnded(row))];
  const ids = ended.map(({ id }) => id);
  for (const order of ended) {
    const version = order.attendees_version + 1;
    const people = orderAttendees
      .parse(order.attendees, order.id)
      .filter(({ email }) => emailKey(email) !== person.email);
    await transaction
      .updateTable('orders')
      .set({
        attendees: JSON.stringify(people),
        attendees_version: version,
        booking_body: null,
        version: sql<number>`version + 1`,
        updated_at: databaseNow,
      })
      .where('id', '=', order.id)
      .execute();
    await eraseChanges(transaction, order.id, person);
    await recordInHistory(transaction, [order], { source: 'operator', event: 'attendee_erased' });
    if (order.booking === 'booked')
      await requestChange(transaction, jobs, order.id, {
        part: 'attendees',
        attendees: people,
        attendeesVersion: version,
      });
  }
  await eraseMailsTo(transaction, person.email, ids);
  if (ids.length > 0) await writeOrderSearch(transaction, ids);
  const toOrder = ({ id, state }: OrderInState): OrderInState => ({ id, state });
  return { erased: ended.map(toOrder), kept: kept.map(toOrder) };
}

/**
 * Closes changes of attendees that are still to be sent, empties the attendee lists of stored changes that
 * name the person, and deletes change requests that name the person.
 */
async function eraseChanges(
  transaction: Transaction<Database>,
  orderId: string,
  person: Person,
): Promise<void> {
  await transaction
    .updateTable('booking_changes')
    .set({ state: 'closed' })
    .where('order_id', '=', orderId)
    .where('attendees_version', 'is not', null)
    .where('state', '=', 'due')
    .execute();
  await transaction
    .updateTable('booking_changes')
    .set({ attendees: null })
    .where('order_id', '=', orderId)
    .where(namesPerson(person, ['attendees']))
    .execute();
  await transaction
    .deleteFrom('change_requests')
    .where('order_id', '=', orderId)
    .where(namesPerson(person, ['requested']))
    .execute();
}
