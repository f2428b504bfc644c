/** Moves the seats of a booking to another batch of its course, at the same unit price. */
import type { Transaction } from 'kysely';
import { databaseNow, readClock } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invalidField, Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { joiningOfBatches } from '../../batches/joining.ts';
import { movedMails } from '../../batches/note-batch-mails.ts';
import { requestChange } from '../../bookings/request-change.ts';
import { percentOf } from '../../decisions/cancellation-sums.ts';
import type { Order } from '../../orders/order.ts';
import { changedByProvider, movedByPayer, type SaleTerms } from '../../orders/terms.ts';
import { type Offer, readOffer } from '../../pricing/offer.ts';
import { checkSeats } from '../../seats/check-seats.ts';
import { ScheduleError } from '../../seats/schedule-pages.ts';
import { takenSeats } from '../../seats/taken-seats.ts';
import { seatsLeft, whyNotMovedTo } from './allowed-changes.ts';
import { askOperator } from './change-requests.ts';
import type { BookingChangeServices } from './dependencies.ts';
import { hasSameTerms } from './move-targets.ts';

/** A batch as it was read, before the order is locked. */
export interface ReadTarget {
  offer: Offer;
  readAt: Date;
}

const field = 'course_schedule_id';

/** @throws Refusal `invalid` where the batch is not on offer, `partner_unavailable` where the schedule cannot be read */
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
  if (checked.kind !== 'short') return;
  const message =
    checked.seatsLeft === 0
      ? 'This batch is sold out. Please choose another one.'
      : `This batch has only ${checked.seatsLeft} left of the ${seatsLeft(order)} seats that you need.`;
  throw new Refusal('conflict', 'seats_short', message, { errors: { [field]: [message] } });
}

/**
 * @param order locked by the caller
 * @returns `requested` where an operator has to: another price or place, or an upstream that takes no changes
 * @throws Refusal `invalid`, `conflict` where the batch cannot be had
 */
export async function moveBooking(
  deps: BookingChangeServices,
  transaction: Transaction<Database>,
  order: Order,
  target: ReadTarget,
): Promise<'done' | 'requested'> {
  const { batch, unitPaise } = target.offer;
  const batchId = batch.course_schedule_id;
  if (batchId === order.batch.course_schedule_id) {
    const message = 'The booking is in this batch already.';
    throw invalidField('batch_unchanged', field, message);
  }
  const tooLate = whyNotMovedTo(order, batch.start_date, deps.now());
  if (tooLate !== undefined) throw invalidField('batch_too_late', field, tooLate);
  if (!deps.settings.upstreamBookingChanges || !hasSameTerms(order, { unitPaise, ...batch })) {
    await askOperator(transaction, order.id, { change: 'move', course_schedule_id: batchId });
    return 'requested';
  }
  await moveSeats(deps, transaction, order, target, { source: 'browser', isByPayer: true });
  return 'done';
}

function termsAfter(order: Order, to: string, isByPayer: boolean, now: Date): SaleTerms {
  const percent = percentOf(order, now);
  if (!isByPayer) return changedByProvider(order.terms, to, percent);
  return movedByPayer(order.terms, { from: order.batch.start_date, to, percent, now });
}

/**
 * Moves the seats and tells everybody: the upstream where it takes changes, and the people by mail. A move that the
 * payer asked for does not raise what a cancellation refunds; one by the provider does not lower it.
 * @param order locked by the caller, at the same terms as the batch
 * @throws Refusal `conflict` where the batch has too few seats
 */
export async function moveSeats(
  deps: BookingChangeServices,
  transaction: Transaction<Database>,
  order: Order,
  target: ReadTarget,
  by: { source: 'browser' | 'operator'; isByPayer: boolean; note?: string },
): Promise<void> {
  const { batch } = target.offer;
  const batchId = batch.course_schedule_id;
  await takeSeats(transaction, order, target);
  await transaction
    .updateTable('orders')
    .set({
      batch: JSON.stringify(batch),
      terms: JSON.stringify(termsAfter(order, batch.start_date, by.isByPayer, deps.now())),
      version: order.version + 1,
      moved_at: databaseNow,
      updated_at: databaseNow,
    })
    .where('id', '=', order.id)
    .execute();
  const moved = `From batch ${order.batch.course_schedule_id} (${order.batch.start_date}) to ${batchId} (${batch.start_date})`;
  const note = [moved, by.note].filter(Boolean).join(': ');
  await transaction
    .insertInto('order_events')
    .values({
      order_id: order.id,
      at: databaseNow,
      source: by.source,
      event: 'moved',
      state: order.state,
      payment_id: null,
      note,
    })
    .execute();
  await requestChange(deps, transaction, order.id, { course_schedule_id: batchId });
  const sequence = order.version + 1;
  const joining = (await joiningOfBatches(transaction, [batchId])).get(batchId) ?? batch.joining ?? null;
  const told = { cause: `booking_moved:${order.id}:${sequence}`, sequence, publicUrl: deps.publicUrl };
  await deps.noteMails?.(transaction, movedMails(order, batch, { ...told, joining }));
}
