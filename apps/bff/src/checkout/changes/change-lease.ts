/** The lease of a change's call: one call of an order is under way at a time, the oldest change first. */
import type { BookingChange } from '@meridian/contracts/checkout/booking-change';
import { type Selectable, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../database/clock.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { isUntold } from '../attendees/tell-attendees.ts';
import { caseWords } from '../cases/case-kinds.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import type { Order } from '../order/order.ts';
import { lockOrder } from '../order/order-queries.ts';
import { applyEvent } from '../order/order-store.ts';
import type { BookingChangeTable } from '../tables.ts';
import { keepChange } from './tell-upstream.ts';

type ChangeRow = Selectable<BookingChangeTable>;

export interface LeasedChange {
  id: string;
  orderId: string;
  body: BookingChange;
  /** Of the attendees in the body. */
  attendeesVersion: number | null;
}

/** Not by `now()`: whoever waited for the order's lock began before. */
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

/** Cancelled seats and attendees that no change tells yet; what the upstream refused is left to an operator. */
async function keepUntold(transaction: Transaction<Database>, order: Order): Promise<boolean> {
  if (order.booking !== 'booked') return false;
  const seats = order.price.seats - order.cancelledSeats;
  const refused = await transaction
    .selectFrom('booking_changes')
    .select(['seats', 'attendees_version'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'refused')
    .execute();
  const hasUntoldSeats =
    order.cancelledSeats > order.toldSeats && !refused.some((change) => change.seats === seats);
  const { attendees, attendeesVersion } = order;
  const hasUntoldAttendees =
    isUntold(order) && !refused.some((change) => change.attendees_version === attendeesVersion);
  if (hasUntoldSeats) await keepChange(transaction, order.id, { seats });
  if (hasUntoldAttendees) await keepChange(transaction, order.id, { attendees, attendeesVersion });
  return hasUntoldSeats || hasUntoldAttendees;
}

/** A person has told the upstream, and nothing is left to be told by us. */
function isToldByHand(order: Order, { seats, course_schedule_id, attendees }: ChangeRow): boolean {
  if (seats === null || course_schedule_id !== null || attendees !== null) return false;
  return order.toldSeats >= order.price.seats - seats;
}

function bodyOf(paymentId: string, { seats, course_schedule_id, attendees }: ChangeRow): BookingChange {
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

/** Takes the lease of an order's oldest change that is still to be told. */
export function takeChange(
  deps: CheckoutDependencies,
  orderId: string,
): Promise<LeasedChange | 'busy' | 'nothing_to_tell'> {
  return transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (order?.booking !== 'booked' || order.paymentId === null) return 'nothing_to_tell';
    for (;;) {
      const change = await findDue(transaction, orderId);
      if (!change) {
        if (await keepUntold(transaction, order)) continue;
        return 'nothing_to_tell';
      }
      if (change.busy) return 'busy';
      if (isToldByHand(order, change)) {
        await endChange(transaction, change.id, { state: 'dropped' });
        continue;
      }
      // Twice the time of the call: there is room for its result to be written.
      const leaseMs = 2 * deps.options.bookingTimeoutMs;
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
        ...{ id: change.id, orderId, body: bodyOf(order.paymentId, change) },
        attendeesVersion: change.attendees_version,
      };
    }
  });
}

/** The call was not answered: the next try may begin at once. */
export async function giveBackChange(deps: CheckoutDependencies, { id }: LeasedChange): Promise<void> {
  await deps.database.updateTable('booking_changes').set({ busy_until: null }).where('id', '=', id).execute();
}

/** The upstream has the change: what it says of the order is known to be told, in one commit. */
export async function finishChange(deps: CheckoutDependencies, change: LeasedChange): Promise<void> {
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

/** The upstream says no: the change is an operator's, and the open case says why. */
export async function refuseChange(
  deps: CheckoutDependencies,
  change: LeasedChange,
  reason: string,
): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', change.orderId);
    if (!order || !(await endChange(transaction, change.id, { state: 'refused', reason }))) return;
    await transaction
      .insertInto('order_events')
      .values({
        ...{ order_id: order.id, at: databaseNow, source: 'worker', event: 'change_refused' },
        ...{ payment_id: null, note: reason, state: order.state },
      })
      .execute();
    await transaction
      .updateTable('cases')
      .set({ reason: `${caseWords.seats_to_cancel} (${reason})` })
      .where('order_id', '=', order.id)
      .where('kind', '=', 'seats_to_cancel')
      .where('closed_at', 'is', null)
      .execute();
  });
}
