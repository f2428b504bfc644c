/** The lease of a change's call: one call of an order at a time, the oldest change first. */
import type { BookingChange } from '@meridian/contracts/checkout/booking-change';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { caseDescriptions } from '../orders/cases/case-kinds.ts';
import type { Order } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent, type OrderWriter } from '../orders/store/order-store.ts';
import { changedAttendees } from '../orders/store/order-tables.ts';
import type { BookingChangeTable } from '../orders/store/tables.ts';
import { hasUnreportedAttendees } from './report-attendees.ts';
import { insertChange } from './request-change.ts';

type ChangeRow = Selectable<BookingChangeTable>;

export interface LeasedChange {
  id: string;
  orderId: string;
  body: BookingChange;
  /** Version of the attendees in the body. */
  attendeesVersion: number | null;
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

/** Inserts changes for cancelled seats and attendees that have none, except those that the upstream refused. */
async function insertUnreported(transaction: Transaction<Database>, order: Order): Promise<boolean> {
  if (order.booking !== 'booked') return false;
  const seats = order.price.seats - order.cancelledSeats;
  const refused = await transaction
    .selectFrom('booking_changes')
    .select(['seats', 'attendees_version'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'refused')
    .execute();
  const unreportedSeats =
    order.cancelledSeats > order.toldSeats && !refused.some((change) => change.seats === seats);
  const { attendees, attendeesVersion } = order;
  const unreportedAttendees =
    hasUnreportedAttendees(order) && !refused.some((change) => change.attendees_version === attendeesVersion);
  if (unreportedSeats) await insertChange(transaction, order.id, { seats });
  if (unreportedAttendees) await insertChange(transaction, order.id, { attendees, attendeesVersion });
  return unreportedSeats || unreportedAttendees;
}

/** True if a person has reported the change, and nothing is left for us to report. */
function isReportedByHand(order: Order, { seats, course_schedule_id, attendees }: ChangeRow): boolean {
  if (seats === null || course_schedule_id !== null || attendees !== null) return false;
  return order.toldSeats >= order.price.seats - seats;
}

/** @throws UnreadableRow */
function bodyOf(paymentId: string, change: ChangeRow): BookingChange {
  const { id, seats, course_schedule_id } = change;
  const attendees = changedAttendees.parse(change.attendees, id);
  return {
    transaction_id: paymentId,
    ...(seats !== null && { seats }),
    ...(course_schedule_id !== null && { course_schedule_id: Number(course_schedule_id) }),
    ...(attendees !== null && { attendees }),
  };
}

function endChange(
  transaction: Transaction<Database>,
  changeId: string,
  values: { state: ChangeRow['state']; reason?: string },
) {
  return transaction
    .updateTable('booking_changes')
    .set({ ...values, busy_until: null, updated_at: databaseNow })
    .where('id', '=', changeId)
    .where('state', '=', 'due')
    .returning('id')
    .executeTakeFirst();
}

/** Takes the lease of an order's oldest pending change. */
export function acquireChange(
  { database, settings }: { database: Kysely<Database>; settings: { bookingTimeoutMs: number } },
  orderId: string,
): Promise<LeasedChange | 'busy' | 'nothing_to_send'> {
  return transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (order?.booking !== 'booked' || order.paymentId === null) return 'nothing_to_send';
    for (;;) {
      const change = await findDue(transaction, orderId);
      if (!change) {
        if (await insertUnreported(transaction, order)) continue;
        return 'nothing_to_send';
      }
      if (change.busy) return 'busy';
      if (isReportedByHand(order, change)) {
        await endChange(transaction, change.id, { state: 'dropped' });
        continue;
      }
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
      return {
        id: change.id,
        orderId,
        body: bodyOf(order.paymentId, change),
        attendeesVersion: change.attendees_version,
      };
    }
  });
}

/** Returns the lease of a call without an answer: the next attempt may start at once. */
export async function releaseChange(database: Kysely<Database>, { id }: LeasedChange): Promise<void> {
  await database.updateTable('booking_changes').set({ busy_until: null }).where('id', '=', id).execute();
}

/** Stores that the upstream has the change, on the change and the order, in one commit. */
export async function finishChange(deps: OrderWriter, change: LeasedChange): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', change.orderId);
    if (!order || !(await endChange(transaction, change.id, { state: 'told' }))) return;
    const { attendeesVersion } = change;
    if (attendeesVersion !== null)
      await transaction
        .updateTable('orders')
        .set({ attendees_told: sql<number>`greatest(attendees_told, ${attendeesVersion})` })
        .where('id', '=', order.id)
        .execute();
    const { seats } = change.body;
    if (seats === undefined) return;
    const event = { kind: 'upstream_told', cancelledSeats: order.price.seats - seats } as const;
    await applyEvent(transaction, deps.jobs, order, { event, source: 'worker' });
  });
}

/** Stores a refusal by the upstream: the change is left to an operator, in a case with the reason. */
export async function refuseChange(
  database: Kysely<Database>,
  change: LeasedChange,
  reason: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', change.orderId);
    if (!order || !(await endChange(transaction, change.id, { state: 'refused', reason }))) return;
    await transaction
      .insertInto('order_events')
      .values({
        order_id: order.id,
        at: databaseNow,
        source: 'worker',
        event: 'change_refused',
        payment_id: null,
        note: reason,
        state: order.state,
      })
      .execute();
    await transaction
      .updateTable('cases')
      .set({ reason: `${caseDescriptions.seats_to_cancel} (${reason})` })
      .where('order_id', '=', order.id)
      .where('kind', '=', 'seats_to_cancel')
      .where('closed_at', 'is', null)
      .execute();
  });
}
