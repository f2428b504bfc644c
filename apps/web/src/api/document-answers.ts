import type { RootState } from './store.ts';

/** Any time will do: RTK Query asks only whether there is one. */
const fulfilled = 1;

/**
 * The answers of a store as they travel to the browser. The same answers give the same text, so that a document that
 * is rendered again keeps its entity tag: times and request ids of the server's run are left out, and so is its
 * configuration, because how long data is kept is for each side to say.
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
