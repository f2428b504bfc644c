import type { Actions } from './action.ts';
import { cacheActions } from './cache.ts';
import { createCouponActions } from './coupons.ts';
import { createJobActions, type JobActionServices } from './jobs.ts';

export interface ActionServices extends JobActionServices {
  now: () => Date;
}

/** The implementation of every action, with the services that they use. */
export function createActions(services: ActionServices): Actions {
  return {
    ...cacheActions,
    ...createCouponActions(services.now),
    ...createJobActions(services),
  };
}
