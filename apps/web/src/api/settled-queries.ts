/** The queries of a page on the server: answered and stored as RTK Query would, without its actions and reducers. */
import { defaultSerializeQueryArgs } from '@reduxjs/toolkit/query';
import { api } from './api.ts';
import type { ApiFailure } from './result.ts';
import type { QueryOutcome, RouteQuery } from './route-query.ts';
import type { RootState, Store } from './store.ts';
import { type ReadArgs, type ReadResult, readWith, type TransportContext } from './transport.ts';

/** What the endpoints of this app consist of. */
interface Definition {
  query?(argument: unknown): ReadArgs;
  queryFn?(argument: unknown, options: { extra: TransportContext }): Promise<ReadResult>;
  infiniteQueryOptions?: { initialPageParam: unknown };
}

/** An entry of RTK Query's cache. */
type Entry = { endpointName: string; originalArgs: unknown } & (
  | { status: 'fulfilled'; data: unknown; fulfilledTimeStamp: number }
  | { status: 'rejected'; error: ApiFailure }
);

export interface SettledQuery extends QueryOutcome {
  primary: boolean;
  /** Its key and entry in the cache, unless it is known without a read. */
  cached?: readonly [key: string, entry: Entry];
}

/** Any number: RTK Query only checks that there is a time. Equal answers give equal text, and so equal ETags. */
const fulfilledTimeStamp = 1;

function definitionOf(endpointName: string): Definition {
  let found: Definition = {};
  // RTK Query's way to its definitions; nothing is changed.
  const look = (definition: Definition) => {
    found = definition;
  };
  api.enhanceEndpoints({ endpoints: { [endpointName]: look } as object });
  return found;
}

async function answer(
  endpointName: string,
  argument: unknown,
  context: TransportContext,
): Promise<ReadResult> {
  const { query, queryFn, infiniteQueryOptions } = definitionOf(endpointName);
  if (queryFn) return queryFn(argument, { extra: context });
  if (!query) throw new TypeError(`The endpoint ${endpointName} has no query`);
  if (!infiniteQueryOptions) return readWith(context, query(argument));
  const { initialPageParam } = infiniteQueryOptions;
  const page = await readWith(context, query({ queryArg: argument, pageParam: initialPageParam }));
  return page.error ? page : { data: { pages: [page.data], pageParams: [initialPageParam] } };
}

/** Answers a query. */
export async function settleQuery(query: RouteQuery, context: TransportContext): Promise<SettledQuery> {
  const { primary, endpoint } = query;
  if (!endpoint) return query;
  const { name: endpointName } = endpoint;
  const { argument: originalArgs } = query;
  const key = defaultSerializeQueryArgs({
    endpointName,
    queryArgs: originalArgs,
    endpointDefinition: {} as never,
  });
  const { data, error } = await answer(endpointName, originalArgs, context);
  return error
    ? { primary, error, cached: [key, { status: 'rejected', endpointName, originalArgs, error }] }
    : {
        primary,
        cached: [key, { status: 'fulfilled', endpointName, originalArgs, data, fulfilledTimeStamp }],
      };
}

/** @returns the state that a store would have after these queries; what it lacks begins in the browser */
export function settledState(queries: readonly SettledQuery[]): RootState {
  const entries = queries.flatMap(({ cached }) => (cached ? [cached] : []));
  return { api: { queries: Object.fromEntries(entries) } } as unknown as RootState;
}

/** A store for one render on the server, in which nothing changes. */
export function settledStore(state: RootState): Store {
  return {
    getState: () => state,
    subscribe: () => () => undefined,
    // Hooks ask for subscriptions, which only their effects use.
    dispatch: () => ({}),
  } as unknown as Store;
}
