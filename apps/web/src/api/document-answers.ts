import type { RootState } from './store.ts';

/** Any number above 0: RTK Query only checks that a time is set. */
const fulfilled = 1;

/**
 * The responses in a store, for the state in the document. Request ids and times are left out, so that equal
 * responses give equal bytes on every replica. The browser starts with the default of every omitted part of
 * the state.
 */
export function documentAnswers({ api }: RootState): { api: { queries: object } } {
  const entries = Object.entries(api.queries).map(([key, entry]) => {
    const { requestId: _id, startedTimeStamp: _start, fulfilledTimeStamp, ...answer } = entry ?? {};
    return [key, { ...answer, ...(fulfilledTimeStamp && { fulfilledTimeStamp: fulfilled }) }];
  });
  return { api: { queries: Object.fromEntries(entries) } };
}
