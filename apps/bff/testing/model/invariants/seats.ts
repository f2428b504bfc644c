/** Seats and coupons are given once. */
import type { Snapshot } from '../snapshot.ts';
import { finding, type Invariant } from './invariant.ts';

/**
 * Seats that a step gives away are there: held, booked and moving seats with those of other channels are at most the
 * batch's. What another channel sells afterwards, or an operator books anyway, is not ours to prevent.
 */
export const noSeatTwice: Invariant = {
  name: 'noSeatTwice',
  at: 'step',
  check({ game, outcome, before, after }) {
    if (outcome.forced) return [];
    return game.world.upstream.batches().flatMap(({ id, seats, soldElsewhere }) => {
      const taken = (snapshot: Snapshot) => snapshot.reserved.get(id) ?? 0;
      const [was, is] = [taken(before), taken(after)];
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

/** A coupon's uses are its paid orders and those that may still be paid. */
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
