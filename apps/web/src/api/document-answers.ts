import type { RootState } from './store.ts';

/** Any number: RTK Query only checks that there is a time. */
const fulfilled = 1;

/**
 * The answers of a store as a document carries them: without request ids and times, so that equal answers give equal
 * bytes on every replica. What the state lacks begins in the browser.
 */
export function documentAnswers({ api }: RootState): { api: { queries: object } } {
  const entries = Object.entries(api.queries).map(([key, entry]) => {
    const { requestId: _id, startedTimeStamp: _start, fulfilledTimeStamp, ...answer } = entry ?? {};
    return [key, { ...answer, ...(fulfilledTimeStamp && { fulfilledTimeStamp: fulfilled }) }];
  });
  return { api: { queries: Object.fromEntries(entries) } };
}
