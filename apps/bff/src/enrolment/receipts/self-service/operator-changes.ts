/** Changes of a booking by an operator: other attendees, other contact details, or another batch. */
import { createHash } from 'node:crypto';
import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { replacementRefusal } from '../../bookings/open-seats.ts';
import { reductionOf, unitPaiseOf } from '../../orders/changes/price-reduction.ts';
import type { Order } from '../../orders/order.ts';
import { findOrder, lockOrder } from '../../orders/store/order-queries.ts';
import { percentOf } from '../../orders/terms.ts';
import { countFree } from '../../seats/check-seats.ts';
import { takenSeats } from '../../seats/taken-seats.ts';
import { seatsLeft, whyClosed } from './allowed-changes.ts';
import { openRequests } from './change-requests.ts';
import { type ContactPatch, correctContact } from './correct-contact.ts';
import type { BookingChangeServices } from './dependencies.ts';
import { type ReadTarget, readTarget, refuseOpenMove, requestMove, seatsShort } from './move-booking.ts';
import { batchesToMoveTo, canMoveTo, type Target } from './move-targets.ts';
import { renewByOperator } from './renew-receipt.ts';
import { replaceAttendees } from './replace-attendees.ts';

interface OperatorChange {
  orderId: string;
  /** The reason, without personal data, because it is stored in the order's history. */
  note: string;
}

const unknown = () => new Refusal('not_found', 'order_unknown', 'Order not found.');

async function replaceByOperator(
  services: BookingChangeServices,
  transaction: Transaction<Database>,
  people: readonly Attendee[],
  { orderId, note }: OperatorChange,
): Promise<string> {
  const order = await lockOrder(transaction, 'id', orderId);
  if (!order) throw unknown();
  const closed = replacementRefusal(order, people, services.now());
  if (closed !== undefined) throw new Refusal('conflict', 'booking_closed', closed);
  await replaceAttendees(services, transaction, order, people, { source: 'operator', note });
  return services.settings.upstreamBookingChanges
    ? 'The attendees are changed, and the upstream is being updated.'
    : 'The attendees are changed. The upstream does not support changes: update the attendees there, then close the case.';
}

/** The effect of a move. */
export interface MovePlan {
  seats: number;
  /** First days of the batches. */
  from: string;
  to: string;
  /** Amount refunded because the batch is cheaper, in paise. */
  refundPaise: number;
  /** The effect as a sentence. */
  done: string;
  digest: string;
}

function refuseClosed(order: Order, batchId: number): void {
  const closed = whyClosed(order);
  if (closed !== undefined) throw new Refusal('conflict', 'booking_closed', closed);
  if (order.batch.course_schedule_id === batchId)
    throw new Refusal('conflict', 'batch_unchanged', 'The booking is already in this batch.');
}

function otherTerms(order: Order, unitPaise: number): string {
  const paise = unitPaise - unitPaiseOf(order);
  return paise <= 0
    ? 'This batch has another place and therefore a different tax. Ask the payer to book again, then cancel these seats.'
    : `This batch costs ${formatPaise(paise)} more per seat before GST. The payer can move to it on the booking page.`;
}

/**
 * @param isByPayer true: the refund policy applies; false: the training provider refunds the difference in
 * full
 * @throws Refusal `conflict` if the booking cannot be moved to this batch
 */
function planMove(
  order: Order,
  { offer: { batch, unitPaise } }: ReadTarget,
  { isByPayer, now }: { isByPayer: boolean; now: Date },
): MovePlan {
  refuseClosed(order, batch.course_schedule_id);
  if (!canMoveTo(order, { unitPaise, ...batch }))
    throw new Refusal('conflict', 'terms_differ', otherTerms(order, unitPaise));
  const seats = seatsLeft(order);
  const [from, to] = [order.batch.start_date, batch.start_date];
  const percent = isByPayer ? percentOf(order, now) : 100;
  const refundPaise = reductionOf(order, unitPaise, percent)?.refundPaise ?? 0;
  const outcome = JSON.stringify([order.batch.course_schedule_id, batch, seats, refundPaise]);

  return {
    seats,
    from,
    to,
    refundPaise,
    done: [
      `${seats === 1 ? '1 seat moves' : `${seats} seats move`} from the batch of ${formatDay(from)} to the batch of ${formatDay(to)}.`,
      ...(refundPaise > 0
        ? [`${formatPaise(refundPaise)} is refunded, because the new batch is cheaper.`]
        : []),
    ].join(' '),
    digest: createHash('sha256').update(outcome).digest('hex').slice(0, 16),
  };
}

async function isRequestedByPayer(
  database: Kysely<Database> | Transaction<Database>,
  orderId: string,
): Promise<boolean> {
  return (await openRequests(database, orderId)).some(({ change }) => change === 'move');
}

async function previewMove(
  services: BookingChangeServices,
  orderId: string,
  batchId: number,
): Promise<MovePlan & { seatsFree: number | undefined }> {
  const { database } = services;
  const target = await readForOrder(services, orderId, batchId);
  const order = await findOrder(database, 'id', orderId);
  if (!order) throw unknown();
  const isByPayer = await isRequestedByPayer(database, orderId);
  const plan = planMove(order, target, { isByPayer, now: services.now() });
  await refuseOpenMove(database, orderId);
  const { seats } = target.offer;
  const seatsFree = await countFree(database, takenSeats, { batchId, seats, readAt: target.readAt });
  if (seatsFree !== undefined && seatsFree < plan.seats) throw seatsShort(seatsFree, plan.seats);
  return { ...plan, seatsFree };
}

async function readForOrder(
  services: BookingChangeServices,
  orderId: string,
  batchId: number,
): Promise<ReadTarget> {
  const order = await findOrder(services.database, 'id', orderId);
  if (!order) throw unknown();
  refuseClosed(order, batchId);
  return readTarget(services, order.batch.course_id, batchId);
}

async function moveByOperator(
  services: BookingChangeServices,
  transaction: Transaction<Database>,
  target: ReadTarget,
  { orderId, note, expected }: OperatorChange & { expected?: string },
): Promise<string> {
  const order = await lockOrder(transaction, 'id', orderId);
  if (!order) throw unknown();
  const isByPayer = await isRequestedByPayer(transaction, order.id);
  const plan = planMove(order, target, { isByPayer, now: services.now() });
  if (expected !== undefined && expected !== plan.digest)
    throw new Refusal(
      'conflict',
      'preview_differs',
      'The booking or the batch has changed since this was shown. Nothing was done. Please check it again.',
    );
  await requestMove(services, transaction, order, target, { source: 'operator', isByPayer, note });
  const next = services.settings.upstreamBookingChanges
    ? 'The move is requested. When the upstream confirms it, the booking is moved and all attendees get an email.'
    : `The upstream does not support changes: move the booking to the batch of ${formatDay(plan.to)} there, then close the case. All attendees then get an email.`;
  return `${plan.done} ${next}`;
}

export interface OperatorChanges {
  /**
   * Replaces the attendees. The list is complete: people who are not on it are removed.
   *
   * @returns a sentence that says what was done
   * @throws Refusal `invalid`, `not_found`, `conflict`
   */
  replaceAttendees(
    transaction: Transaction<Database>,
    people: readonly Attendee[],
    change: OperatorChange,
  ): Promise<string>;
  /** Corrects the payer's contact details. @returns what was done @throws Refusal `not_found`, `conflict` */
  correctContact(
    transaction: Transaction<Database>,
    patch: ContactPatch,
    change: OperatorChange,
  ): ReturnType<typeof correctContact>;
  /**
   * Revokes the receipt link and mails a new one.
   *
   * @returns what was done
   * @throws Refusal `not_found`, `conflict`
   */
  renewReceipt(transaction: Transaction<Database>, change: OperatorChange): Promise<string>;
  /**
   * @returns the effect of the move now, read without locks
   * @throws Refusal as `move`, and `partner_unavailable` if the schedule cannot be read
   */
  previewMove(orderId: string, batchId: number): ReturnType<typeof previewMove>;
  /**
   * Reads the batch from the upstream.
   *
   * @throws Refusal `invalid`, `not_found`, `conflict`, `partner_unavailable`
   */
  readTarget(orderId: string, batchId: number): Promise<ReadTarget>;
  /**
   * Requests the move of all remaining seats to a batch of the same course at the same place, for the same
   * price or less.
   *
   * @param change.expected digest of the plan that was shown
   * @returns a sentence that says what was done
   * @throws Refusal `not_found`, `conflict`
   */
  move(
    transaction: Transaction<Database>,
    target: ReadTarget,
    change: OperatorChange & { expected?: string },
  ): Promise<string>;
  /**
   * @returns other batches of the same course that begin after today; none while the upstream does not answer
   */
  batchesToMoveTo(order: Order): Promise<Target[]>;
  readonly reportsToUpstream: boolean;
}

export function createOperatorChanges(services: BookingChangeServices): OperatorChanges {
  return {
    replaceAttendees: (transaction, people, change) =>
      replaceByOperator(services, transaction, people, change),
    renewReceipt: (transaction, change) => renewByOperator(services, transaction, change),
    correctContact: (transaction, patch, change) => correctContact(services, transaction, patch, change),
    previewMove: (orderId, batchId) => previewMove(services, orderId, batchId),
    readTarget: (orderId, batchId) => readForOrder(services, orderId, batchId),
    move: (transaction, target, change) => moveByOperator(services, transaction, target, change),
    batchesToMoveTo: (order) => batchesToMoveTo(services, order),
    get reportsToUpstream() {
      return services.settings.upstreamBookingChanges;
    },
  };
}
