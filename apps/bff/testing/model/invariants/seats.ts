/** Invariants of seats and coupons, which must not be sold or used twice. */
import type { Order } from '../../../src/enrolment/orders/order.ts';
import { sumOf } from '../money.ts';
import type { Snapshot } from '../snapshot.ts';
import { finding, type Invariant } from './invariant.ts';

/**
 * Seats that an order holds, has paid for or has booked, without cancelled seats that the upstream has
 * confirmed.
 */
function seatsOf({ booking, price, reportedSeats, seatHold, paymentId }: Order): number {
  if (booking === 'booked') return price.seats - reportedSeats;
  if (booking === 'ordered') return price.seats;
  if (booking === 'due' || booking === 'review') return seatHold === 'released' ? 0 : price.seats;
  return booking === 'none' && paymentId === null && seatHold === 'held' ? price.seats : 0;
}

const isBatch = (batch: unknown, id: number) =>
  (batch as { course_schedule_id: number } | null)?.course_schedule_id === id;

/**
 * Counts the seats taken in a batch. A move that the upstream has not answered counts in both batches. The
 * new batch does not count cancelled seats, because the upstream gets the cancellation first.
 */
function taken({ rows, orders }: Snapshot, batchId: number): number {
  const moving = new Set(
    rows.booking_changes
      .filter(({ state, batch }) => state === 'due' && isBatch(batch, batchId))
      .map(({ order_id: id }) => id),
  );
  return sumOf(
    orders.map((order) => {
      if (order.batch.course_schedule_id === batchId) return seatsOf(order);
      return moving.has(order.id) ? order.price.seats - order.cancelledSeats : 0;
    }),
  );
}

/**
 * A step gives away only free seats: held, booked and moving seats, with the seats of other channels, are at
 * most the seats of the batch. Seats that another channel sells later, or that an operator books anyway, are
 * not counted as violations.
 */
export const noSeatTwice: Invariant = {
  name: 'noSeatTwice',
  at: 'step',
  check({ game, outcome, before, after }) {
    if (outcome.forced) return [];
    return game.world.upstream.batches().flatMap(({ id, seats, soldElsewhere }) => {
      const [was, is] = [taken(before, id), taken(after, id)];
      if (is <= was || is + soldElsewhere <= seats) return [];
      return [
        finding(
          'more seats than the batch has',
          `batch ${id}: ${was} then ${is} of ${seats}, ${soldElsewhere} elsewhere`,
        ),
      ];
    });
  },
};

/** The uses of a coupon are its paid orders and the orders that may still be paid. */
export const couponUsesAddUp: Invariant = {
  name: 'couponUsesAddUp',
  at: 'step',
  check({ after: { rows, orders } }) {
    const stateOf = new Map(rows.coupon_uses.map(({ order_id, state }) => [order_id, state]));
    return orders.flatMap((order) => {
      if (order.couponCode === null) return [];
      const state = stateOf.get(order.id);
      const isPaid = order.paymentId !== null;
      if (isPaid && state !== 'redeemed')
        return [finding('a paid order does not count as a use', `${order.id}: ${state}`)];
      if (!isPaid && state === 'redeemed') return [finding('an unpaid order counts as a use', order.id)];
      return state === undefined ? [finding('an order has a coupon and no use', order.id)] : [];
    });
  },
};
