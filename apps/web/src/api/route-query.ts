import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { api } from './api.ts';
import type { ApiFailure } from './result.ts';
import type { Dispatch } from './store.ts';

export interface QueryOutcome {
  error?: ApiFailure;
}

/** An endpoint of the RTK Query API. */
export interface QueryEndpoint<Argument> {
  name: string;
  initiate(argument: Argument, options: { subscribe: boolean }): unknown;
}

/** A query that a page needs. It starts on the server before rendering, or in the browser at a navigation. */
export type RouteQuery = (
  | { endpoint: QueryEndpoint<never>; argument: unknown }
  /** Failure that is known without a read. */
  | { endpoint?: never; error: ApiFailure }
) & {
  /** If a primary query fails on the server, the page is a 404 (`missing`) or a 503 (any other kind). */
  primary: boolean;
};

/** Makes a route's query from an endpoint. */
export function queryOf<Argument>(
  endpoint: QueryEndpoint<Argument>,
  argument: Argument,
  options: { primary?: boolean } = {},
): RouteQuery {
  return { endpoint, argument, primary: options.primary ?? false };
}

/** A route's query for a read of the call table. */
export function readQuery<Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  options?: { primary?: boolean },
): RouteQuery {
  return queryOf(api.endpoints[name] as unknown as QueryEndpoint<ReadRequest<Name>>, request, options);
}

/**
 * Starts a query in a store. If no component uses the data, it stays in the cache for `keepUnusedDataFor`.
 * @param subscribe keeps the data as long as the store, without a timer that would keep the store in memory
 */
export async function startQuery(
  dispatch: Dispatch,
  query: RouteQuery,
  subscribe = false,
): Promise<QueryOutcome> {
  if (!query.endpoint) return query;
  const action = query.endpoint.initiate(query.argument as never, { subscribe });
  return (dispatch as unknown as (action: unknown) => PromiseLike<QueryOutcome>)(action);
}
