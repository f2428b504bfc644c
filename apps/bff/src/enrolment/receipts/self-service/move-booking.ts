/** Requests that a booking is moved to another batch of its course, at the same or a lower price. */
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { Kysely, Transaction } from 'kysely';
import { readClock } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invalidField, Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { reductionOf, unitPaiseOf } from '../../orders/changes/price-reduction.ts';
import { findOpenMove, type OpenMove, requestChange } from '../../orders/changes/request-change.ts';
import type { Order } from '../../orders/order.ts';
import { recordInHistory } from '../../orders/store/order-history.ts';
import { percentOf } from '../../orders/terms.ts';
import { type Offer, readOffer } from '../../pricing/offer.ts';
import { checkSeats } from '../../seats/check-seats.ts';
import { ScheduleError } from '../../seats/schedule-pages.ts';
import { takenSeats } from '../../seats/taken-seats.ts';
import { seatsLeft, whyNotMovedTo } from './allowed-changes.ts';
import { askOperator } from './change-requests.ts';
import type { BookingChangeServices } from './dependencies.ts';
import { canMoveTo, hasSamePlace } from './move-targets.ts';

/** A batch as it was read before the order was locked. */
export interface ReadTarget {
  offer: Offer;
  readAt: Date;
}

const field = 'course_schedule_id';
const otherRefund =
  'The price or the refund has changed since this page was opened. Nothing was changed. Please check it again.';

/** @throws Refusal `invalid` if the batch is not for sale, `partner_unavailable` if the schedule cannot be read */
export async function readTarget(
  deps: BookingChangeServices,
  courseId: number,
  batchId: number,
): Promise<ReadTarget> {
  const readAt = await readClock(deps.database);
  try {
    return { offer: await readOffer(deps.upstream, { courseId, batchId }, deps.now()), readAt };
  } catch (error) {
    if (error instanceof Refusal) throw invalidField(error.code, field, error.message);
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    const message = 'The schedule cannot be read just now. Nothing was changed. Please try again.';
    throw new Refusal('partner_unavailable', 'upstream_silent', message, { cause: error });
  }
}

async function takeSeats(
  transaction: Transaction<Database>,
  order: Order,
  { offer, readAt }: ReadTarget,
): Promise<void> {
  const read = { batchId: offer.batch.course_schedule_id, seats: offer.seats, readAt };
  const checked = await checkSeats(transaction, takenSeats, read, seatsLeft(order));
  if (checked.kind === 'short') throw seatsShort(checked.seatsLeft, seatsLeft(order));
}

/** @returns the refusal of a move to a batch with too few seats */
export function seatsShort(free: number, needed: number): Refusal {
  const message =
    free <= 0
      ? 'This batch is sold out. Please choose another one.'
      : `This batch has only ${free} left of the ${needed} seats that you need.`;
  return new Refusal('conflict', 'seats_short', message, { errors: { [field]: [message] } });
}

/** @throws Refusal `invalid` if the payer may not move the booking to the batch */
export function refuseTarget(order: Order, { offer: { batch } }: ReadTarget, now: Date): void {
  if (batch.course_schedule_id === order.batch.course_schedule_id)
    throw invalidField('batch_unchanged', field, 'The booking is already in this batch.');
  const tooLate = whyNotMovedTo(order, batch.start_date, now);
  if (tooLate !== undefined) throw invalidField('batch_too_late', field, tooLate);
}

/**
 * @returns true if the batch is more expensive and at a place with the same tax, so that it can be bought in
 * exchange
 */
export function isDearer(order: Order, { offer: { batch, unitPaise } }: ReadTarget): boolean {
  return unitPaise > unitPaiseOf(order) && hasSamePlace(order, batch);
}

/**
 * Moves a booking for its payer. The move is requested from the upstream, or from an operator if the batch
 * has another place, or the upstream does not support changes.
 *
 * @param order locked by the caller
 * @param expectedRefund refund that was shown, in rupees
 * @throws Refusal `invalid`, `conflict` if the batch is not available or the refund would differ
 */
export async function moveByPayer(
  deps: BookingChangeServices,
  transaction: Transaction<Database>,
  order: Order,
  target: ReadTarget,
  expectedRefund: number,
): Promise<void> {
  refuseTarget(order, target, deps.now());
  const { batch, unitPaise } = target.offer;
  const batchId = batch.course_schedule_id;
  if (deps.settings.upstreamBookingChanges && canMoveTo(order, { unitPaise, ...batch })) {
    const reduction = reductionOf(order, unitPaise, percentOf(order, deps.now()));
    if (paiseOf(expectedRefund) !== (reduction?.refundPaise ?? 0))
      throw new Refusal('conflict', 'refund_differs', otherRefund, {
        errors: { expected_refund: [otherRefund] },
      });
    await requestMove(deps, transaction, order, target, { source: 'browser', isByPayer: true });
  } else await askOperator(transaction, order.id, { change: 'move', course_schedule_id: batchId });
}

const moveOpen: Record<OpenMove['state'], string> = {
  requested: 'A move of this booking is already requested. We will confirm it by email.',
  refused: 'An earlier move of this booking could not be made. We will write to you about it.',
};

/** @throws Refusal `conflict` if an earlier move is open */
export async function refuseOpenMove(
  database: Kysely<Database> | Transaction<Database>,
  orderId: string,
): Promise<void> {
  const open = await findOpenMove(database, orderId);
  if (open) throw new Refusal('conflict', 'move_open', moveOpen[open.state]);
}

/**
 * Takes the seats and requests the move. The order keeps its batch until the upstream accepts the move. Until
 * then the seats count in both batches.
 *
 * @param order locked by the caller; its present batch is at least as expensive as the target
 * @throws Refusal `conflict` if the batch has too few seats, or an earlier move is open
 */
export async function requestMove(
  { jobs }: Pick<BookingChangeServices, 'jobs'>,
  transaction: Transaction<Database>,
  order: Order,
  target: ReadTarget,
  by: { source: 'browser' | 'operator'; isByPayer: boolean; note?: string },
): Promise<void> {
  const { batch, unitPaise } = target.offer;
  await refuseOpenMove(transaction, order.id);
  await takeSeats(transaction, order, target);
  await requestChange(transaction, jobs, order.id, {
    part: 'batch',
    batch,
    requestedBy: by.isByPayer ? 'payer' : 'operator',
    cheaperPaise: unitPaise < unitPaiseOf(order) ? unitPaise : null,
  });
  const requested = `To batch ${batch.course_schedule_id} (${formatDay(batch.start_date)})`;
  await recordInHistory(transaction, [order], {
    source: by.source,
    event: 'move_requested',
    note: [requested, by.note].filter(Boolean).join(': '),
  });
}
