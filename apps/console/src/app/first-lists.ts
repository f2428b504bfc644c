/** Lists that are asked for before their screen's code is here, and that the server renders. */
import { api } from '../api/api.ts';
import type { Store } from '../api/store.ts';
import { leadQueryOf } from '../features/leads/lead-query.ts';
import { orderQueryOf } from '../features/orders/order-query.ts';
import type { Path } from './paths.ts';

/** Kept without a subscription: the screen has its own. */
export const quietly = { subscribe: false };

interface FirstList {
  start(dispatch: Store['dispatch'], params: URLSearchParams): PromiseLike<unknown>;
  /** Source of the screen. */
  module: string;
}

export const firstLists: Readonly<Partial<Record<Path, FirstList>>> = {
  '/leads': {
    start: (dispatch, params) => dispatch(api.endpoints.leads.initiate(leadQueryOf(params), quietly)),
    module: 'src/features/leads/leads-screen.tsx',
  },
  '/orders': {
    start: (dispatch, params) => dispatch(api.endpoints.orders.initiate(orderQueryOf(params), quietly)),
    module: 'src/features/orders/orders-screen.tsx',
  },
};
