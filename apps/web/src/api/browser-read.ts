import type { Read, ReadAnswer } from '@meridian/contracts/site/renderer';

/**
 * Query string of a read. Default values are left out and the order is fixed, so that equal reads share a
 * cache entry.
 */
function queryString(request: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request)) {
    if (value !== '' && value !== 0 && value !== undefined) query.set(key, String(value));
  }
  query.sort();
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads from the BFF with GET, so that browsers and proxies can cache the response. */
export const browserRead: Read = async (name, request, signal) => {
  // Loaded on use: the document contains the data of the first page, so its first paint needs no HTTP client.
  const { fetchJson } = await import('./call.ts');
  const path = `/api/${name}${queryString(request)}`;
  const { httpStatus, answer } = await fetchJson(path, { signal, timeoutMs: 15_000 });
  // With HTTP 5xx, the BFF wrote the envelope, because the upstream has not answered.
  if (httpStatus >= 500) throw new Error(`HTTP ${httpStatus}`);
  return answer as ReadAnswer;
};
