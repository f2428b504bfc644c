/** Batches that a booking can be moved to. */

import { paiseOf, priceOf, rupeesOf, seatFee } from '@meridian/contracts/enrolment/pricing';
import type { MoveTarget } from '@meridian/contracts/enrolment/self-service';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import type { BatchOnSale } from '@meridian/contracts/site/schedule/seats';
import type { FastifyBaseLogger } from 'fastify';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import type { ChangeSettings } from '../../bookings/booking-services.ts';
import { reductionOf, unitPaiseOf } from '../../orders/changes/price-reduction.ts';
import type { Order } from '../../orders/order.ts';
import { percentOf } from '../../orders/terms.ts';
import { ScheduleError, schedulePages } from '../../seats/schedule-pages.ts';
import { lastDayToMove, seatsLeft } from './allowed-changes.ts';

interface Place {
  mode?: string | undefined;
  venue_state?: string | undefined;
}

/** @returns true if the place of a batch does not change the tax of the order */
export function hasSamePlace({ batch }: Order, { mode, venue_state: state }: Place): boolean {
  return mode === batch.mode && state === batch.venue_state;
}

/**
 * @param unitPaise price of a seat in the batch
 * @returns true if a move to the batch needs no payment: it costs the same or less, and its place does not
 * change the tax
 */
export function canMoveTo(order: Order, { unitPaise, ...place }: Place & { unitPaise: number }): boolean {
  return unitPaise <= unitPaiseOf(order) && hasSamePlace(order, place);
}

const maxShown = 40;

/** @returns the price of a seat in paise, GST included */
const withGst = (unitPaise: number) => priceOf(unitPaise, 1).totalPaise;

export type Target = Omit<MoveTarget, 'by'> & {
  /** True if the batch costs at most as much as the order's batch, at a place with the same tax. */
  isFree: boolean;
  /** True if the batch costs more, at a place with the same tax. */
  isDearer: boolean;
  /** As counted by the upstream; undefined if it does not count seats. */
  seatsLeft: number | undefined;
};

function targetOf(deps: MoveDependencies, order: Order, batch: BatchOnSale): Target | undefined {
  const start = readDay(batch.start_date);
  const fee = seatFee(batch);
  if (start === null || fee === null || start <= dayInIndia(deps.now())) return undefined;
  if (batch.id === order.batch.course_schedule_id) return undefined;
  if (batch.seats_left !== undefined && batch.seats_left < seatsLeft(order)) return undefined;
  return {
    course_schedule_id: batch.id,
    start_date: start,
    end_date: readDay(batch.end_date) ?? start,
    start_time: batch.start_time,
    end_time: batch.end_time,
    day_type: batch.day_type,
    online_class_room: batch.online_class_room,
    city: batch.city,
    instructor_name: batch.instructor_name,
    seat_price: rupeesOf(withGst(paiseOf(fee))),
    difference: rupeesOf(withGst(paiseOf(fee)) - withGst(unitPaiseOf(order))),
    refund: rupeesOf(reductionOf(order, paiseOf(fee), percentOf(order, deps.now()))?.refundPaise ?? 0),
    isFree: canMoveTo(order, { unitPaise: paiseOf(fee), ...batch }),
    isDearer: paiseOf(fee) > unitPaiseOf(order) && hasSamePlace(order, batch),
    seatsLeft: batch.seats_left,
  };
}

interface MoveDependencies {
  upstream: Pick<UpstreamClient, 'read'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => Date;
}

/**
 * @returns other batches of the same course that begin after today and have enough seats, at most 40; none
 * while the upstream does not answer
 */
export async function batchesToMoveTo(deps: MoveDependencies, order: Order): Promise<Target[]> {
  const targets: Target[] = [];
  try {
    for await (const page of schedulePages(deps.upstream, order.batch.course_id))
      for (const batch of page.course_schedule) {
        const target = targetOf(deps, order, batch);
        if (target) targets.push(target);
      }
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'batches to move to could not be read');
    return [];
  }
  return targets.sort((a, b) => (a.start_date < b.start_date ? -1 : 1)).slice(0, maxShown);
}

/**
 * @returns the batches for the payer; `by` tells whether a link makes the move, the payer pays for a new
 * order, or an operator decides
 */
export async function moveTargets(
  deps: MoveDependencies & { settings: ChangeSettings },
  order: Order,
): Promise<MoveTarget[]> {
  const lastDay = lastDayToMove(order, deps.now());
  if (lastDay === undefined) return [];
  const targets = (await batchesToMoveTo(deps, order)).filter(({ start_date: start }) => start <= lastDay);
  return targets.map(({ isFree, isDearer, seatsLeft: _left, ...target }) => ({
    ...target,
    by: isDearer ? 'pay' : isFree && deps.settings.upstreamBookingChanges ? 'link' : 'request',
  }));
}
