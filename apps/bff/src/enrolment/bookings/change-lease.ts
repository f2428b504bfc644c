/** The lease of a booking change. It allows one call per order at a time, the oldest change first. */
import type { BookingChange } from '@meridian/contracts/enrolment/booking-change';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import {
  type AnswerServices,
  acceptChange,
  type ChangeRow,
  type LeftToOperator,
  leaveToOperator,
} from '../orders/changes/answer-change.ts';
import type { Order } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { changedAttendees, orderBatch } from '../orders/store/order-tables.ts';

export interface LeasedChange {
  id: string;
  orderId: string;
  body: BookingChange;
}

interface ChangeServices extends AnswerServices {
  database: Kysely<Database>;
}

/** Not `now()`, which is the start of the transaction, before the wait for the lock. */
const isBusy = sql<boolean>`coalesce(busy_until > clock_timestamp(), false)`;

async function findDue(transaction: Transaction<Database>, orderId: string) {
  return transaction
    .selectFrom('booking_changes')
    .selectAll()
    .select(isBusy.as('busy'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'due')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** @throws UnreadableRow */
function bodyOf(paymentId: string, { id, seats, batch, attendees }: ChangeRow): BookingChange {
  const change = { transaction_id: paymentId };
  if (seats !== null) return { ...change, seats };
  if (batch !== null)
    return { ...change, course_schedule_id: orderBatch.parse(batch, id).course_schedule_id };
  return { ...change, attendees: changedAttendees.parse(attendees, id) ?? [] };
}

/** Acquires the lease of an order's oldest pending change. */
export function acquireChange(
  { database, settings }: { database: Kysely<Database>; settings: { bookingTimeoutMs: number } },
  orderId: string,
): Promise<LeasedChange | 'busy' | 'nothing_to_send'> {
  return transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (order?.booking !== 'booked' || order.paymentId === null) return 'nothing_to_send';
    const change = await findDue(transaction, orderId);
    if (!change) return 'nothing_to_send';
    if (change.busy) return 'busy';
    // Twice the call's timeout, which leaves time to store its result.
    const leaseMs = 2 * settings.bookingTimeoutMs;
    await transaction
      .updateTable('booking_changes')
      .set({
        busy_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`,
        attempts: change.attempts + 1,
        updated_at: databaseNow,
      })
      .where('id', '=', change.id)
      .execute();
    return { id: change.id, orderId, body: bodyOf(order.paymentId, change) };
  });
}

/** Returns the lease of a call without an answer, so that the next attempt can start immediately. */
export async function releaseChange(database: Kysely<Database>, { id }: LeasedChange): Promise<void> {
  await database.updateTable('booking_changes').set({ busy_until: null }).where('id', '=', id).execute();
}

/** Runs `store` under the order's lock, unless another process has stored the answer. */
async function withDue(
  { database }: ChangeServices,
  { id, orderId }: LeasedChange,
  store: (transaction: Transaction<Database>, order: Order, change: ChangeRow) => Promise<void>,
): Promise<void> {
  await transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    const change = await transaction
      .selectFrom('booking_changes')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'due')
      .executeTakeFirst();
    if (order && change) await store(transaction, order, change);
  });
}

/** Stores that the upstream accepted the change. */
export const storeAccepted = (services: ChangeServices, leased: LeasedChange): Promise<void> =>
  withDue(services, leased, (transaction, order, change) =>
    acceptChange(transaction, services, order, change),
  );

/** Stores that the upstream does not make the change, and opens a case. */
export const storeLeftToOperator = (
  services: ChangeServices,
  leased: LeasedChange,
  left: LeftToOperator,
): Promise<void> =>
  withDue(services, leased, (transaction, order, change) =>
    leaveToOperator(transaction, services, order, change, left),
  );
