import type { Read, ReadAnswer } from '@meridian/contracts/pages/renderer';

/** The query of a read: only what differs from the call's defaults, in one order, so that caches agree. */
function queryOf(request: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request)) {
    if (value !== '' && value !== 0 && value !== undefined) query.set(key, String(value));
  }
  query.sort();
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads one call of the BFF with a GET, so that browsers and proxies can keep the answer. */
export const browserRead: Read = async (name, request, signal) => {
  // Loaded on use: the first page comes with its data, so its first paint needs no HTTP client.
  const { fetchJson } = await import('./call.ts');
  const path = `/api/${name}${queryOf(request)}`;
  const { httpStatus, answer } = await fetchJson(path, { signal, timeoutMs: 15_000 });
  // Its envelope is ours, not the upstream's: there was no answer.
  if (httpStatus >= 500) throw new Error(`HTTP ${httpStatus}`);
  return answer as ReadAnswer;
};
