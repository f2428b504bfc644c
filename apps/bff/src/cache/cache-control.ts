import type { CacheEntry } from './swr-cache.ts';

/**
 * The header for a stored answer: browsers ask each time (and mostly get a 304), shared caches keep it for as long
 * as it is fresh here, a little longer while they fetch it anew, and for as long as it is kept here while they get
 * no answer.
 * @param nowMs milliseconds since 1970
 */
export function sharedCacheControl(entry: Omit<CacheEntry<unknown>, 'value'>, nowMs: number): string {
  const seconds = (until: number) => Math.max(0, Math.floor((until - nowMs) / 1_000));
  const fresh = seconds(entry.freshUntil);
  const staleWhileRevalidate = Math.min(60, seconds(entry.staleWhileRevalidateUntil) - fresh);
  const staleIfError = seconds(entry.staleIfErrorUntil) - fresh;
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`;
}
