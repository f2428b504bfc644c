import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { api } from './api.ts';
import type { ApiFailure } from './result.ts';
import type { Dispatch } from './store.ts';

export interface QueryOutcome {
  error?: ApiFailure;
}

/** A query that a page needs: started on the server before rendering, in the browser at a navigation. */
export interface RouteQuery {
  start(dispatch: Dispatch): PromiseLike<QueryOutcome>;
  /** If this one fails, the page is a 404 (missing) or a 503 (refused, unreachable). */
  primary: boolean;
}

type AnyStart = (dispatch: Dispatch) => PromiseLike<unknown>;

/** Makes a route's query from the action of an endpoint's `initiate`. */
export function queryOf(initiate: unknown, options: { primary?: boolean } = {}): RouteQuery {
  return {
    start: (dispatch) =>
      (dispatch as unknown as (action: unknown) => ReturnType<AnyStart>)(
        initiate,
      ) as PromiseLike<QueryOutcome>,
    primary: options.primary ?? false,
  };
}

/** A route's query for a read of the call table. */
export function readQuery<Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  options?: { primary?: boolean },
): RouteQuery {
  const { initiate } = api.endpoints[name] as unknown as {
    initiate(request: ReadRequest<Name>, options: { subscribe: boolean }): unknown;
  };
  return queryOf(initiate(request, { subscribe: false }), options);
}
