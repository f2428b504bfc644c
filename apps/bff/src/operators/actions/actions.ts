import type { Actions } from './action.ts';
import { createCouponActions } from './coupons.ts';

/** The implementation of every action, with the services that they use. */
export function createActions({ now }: { now: () => Date }): Actions {
  return { ...createCouponActions(now) };
}
