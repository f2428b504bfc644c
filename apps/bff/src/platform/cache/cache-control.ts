import type { CacheEntry } from './swr-cache.ts';

/**
 * `Cache-Control` of a cached response. Browsers revalidate each time. Shared caches get the remaining fresh,
 * stale-while-revalidate (at most 60 s) and stale-if-error times of the entry.
 * @param nowMs milliseconds since 1970
 */
export function sharedCacheControl(entry: Omit<CacheEntry<unknown>, 'value'>, nowMs: number): string {
  const seconds = (until: number) => Math.max(0, Math.floor((until - nowMs) / 1_000));
  const fresh = seconds(entry.freshUntil);
  const staleWhileRevalidate = Math.min(60, seconds(entry.staleWhileRevalidateUntil) - fresh);
  const staleIfError = seconds(entry.staleIfErrorUntil) - fresh;
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`;
}
