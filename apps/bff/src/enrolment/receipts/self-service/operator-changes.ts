/** Changes of a booking that an operator makes: other people in its seats, or another batch. */
import type { Attendee } from '@meridian/contracts/checkout/attendees';
import { type Alongside, transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { closedReason } from '../../bookings/places.ts';
import type { Order } from '../../orders/order.ts';
import { findOrder, lockOrder } from '../../orders/store/order-queries.ts';
import { whyClosed } from './allowed-changes.ts';
import { openRequests } from './change-requests.ts';
import type { BookingChangeServices } from './dependencies.ts';
import { readTarget, requestMove } from './move-booking.ts';
import { batchesToMoveTo, hasSameTerms, type Target } from './move-targets.ts';
import { replaceAttendees } from './replace-attendees.ts';

interface OperatorChange {
  orderId: string;
  /** The reason, for the order's history: without personal data. */
  note: string;
  /** Commits with the change. */
  alongside?: Alongside | undefined;
}

const unknown = () => new Refusal('not_found', 'order_unknown', 'There is no such order.');

/**
 * The list as it is from now on.
 * @returns what was done, in words
 * @throws Refusal `invalid`, `not_found`, `conflict`
 */
function replaceByOperator(
  deps: BookingChangeServices,
  people: readonly Attendee[],
  { orderId, note, alongside }: OperatorChange,
): Promise<string> {
  return transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (!order) throw unknown();
    const closed = closedReason(order, deps.now());
    if (closed !== undefined) throw new Refusal('conflict', 'booking_closed', closed);
    await replaceAttendees(deps, transaction, order, people, { source: 'operator', note });
    await alongside?.(transaction);
    return deps.settings.upstreamBookingChanges
      ? 'The attendees are changed, and the upstream is being told.'
      : 'The attendees are changed. The upstream takes no changes: name them there, then close the case.';
  });
}

function refuseMove(order: Order, batchId: number): void {
  const closed = whyClosed(order);
  if (closed !== undefined) throw new Refusal('conflict', 'booking_closed', closed);
  if (order.batch.course_schedule_id === batchId)
    throw new Refusal('conflict', 'batch_unchanged', 'The booking is in this batch already.');
}

const otherTerms =
  'This batch has another price, or another place and so another tax: cancel these seats, and have them bought anew.';

/**
 * All seats that are left, to a batch of the same course at the same price and place.
 * @returns what was done, in words
 * @throws Refusal `invalid`, `not_found`, `conflict`, `partner_unavailable` where the schedule cannot be read
 */
async function moveByOperator(
  deps: BookingChangeServices,
  batchId: number,
  { orderId, note, alongside }: OperatorChange,
): Promise<string> {
  const before = await findOrder(deps.database, 'id', orderId);
  if (!before) throw unknown();
  refuseMove(before, batchId);
  const target = await readTarget(deps, before.batch.course_id, batchId);
  return transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (!order) throw unknown();
    refuseMove(order, batchId);
    const { batch, unitPaise } = target.offer;
    if (!hasSameTerms(order, { unitPaise, ...batch }))
      throw new Refusal('conflict', 'terms_differ', otherTerms);
    const requests = await openRequests(transaction, order.id);
    const isByPayer = requests.some(({ change }) => change === 'move');
    await requestMove(deps, transaction, order, target, { source: 'operator', isByPayer, note });
    await alongside?.(transaction);
    return deps.settings.upstreamBookingChanges
      ? `The move to the batch of ${batch.start_date} is requested. The booking is moved, and everybody gets an email, once the upstream confirms it.`
      : `The upstream takes no changes: move the booking to the batch of ${batch.start_date} there, then close the case. Everybody gets an email then.`;
  });
}

export interface OperatorChanges {
  /** Replaces the attendees. @returns what was done @throws Refusal `invalid`, `not_found`, `conflict` */
  replaceAttendees(people: readonly Attendee[], change: OperatorChange): Promise<string>;
  /** Moves all seats to another batch. @returns what was done @throws Refusal as `replaceAttendees`, `partner_unavailable` */
  move(batchId: number, change: OperatorChange): Promise<string>;
  /** @returns later batches of the same course; none while the upstream does not answer */
  batchesToMoveTo(order: Order): Promise<Target[]>;
}

export function createOperatorChanges(services: BookingChangeServices): OperatorChanges {
  return {
    replaceAttendees: (people, change) => replaceByOperator(services, people, change),
    move: (batchId, change) => moveByOperator(services, batchId, change),
    batchesToMoveTo: (order) => batchesToMoveTo(services, order),
  };
}
