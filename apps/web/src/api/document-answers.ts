import type { RootState } from './store.ts';

/** Any number: RTK Query only checks that there is a time. */
const fulfilled = 1;

/**
 * The answers of a store, serialised for the browser. Equal answers give equal text, so that a page that is rendered
 * again keeps its ETag: times, request ids and the store's configuration are left out.
 */
export function documentAnswers({ api }: RootState): object {
  const { config: _own, queries, ...others } = api;
  const settled = Object.entries(queries).map(([key, query]) => {
    if (!query) return [key, query];
    const { requestId: _id, startedTimeStamp: _start, fulfilledTimeStamp, ...answer } = query;
    return [key, { ...answer, ...(fulfilledTimeStamp && { fulfilledTimeStamp: fulfilled }) }];
  });
  return { ...others, queries: Object.fromEntries(settled) };
}
