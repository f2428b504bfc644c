import type { Read, ReadAnswer } from '@meridian/contracts/site/renderer';

/** The query of a read: only values other than the defaults, in a fixed order, so that caches can share it. */
function queryOf(request: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request)) {
    if (value !== '' && value !== 0 && value !== undefined) query.set(key, String(value));
  }
  query.sort();
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads one call of the BFF with GET, so that browsers and proxies can cache the answer. */
export const browserRead: Read = async (name, request, signal) => {
  // Loaded on use: the first page has its data in the document, so its first paint needs no HTTP client.
  const { fetchJson } = await import('./call.ts');
  const path = `/api/${name}${queryOf(request)}`;
  const { httpStatus, answer } = await fetchJson(path, { signal, timeoutMs: 15_000 });
  // The envelope is the BFF's own: the upstream gave no answer.
  if (httpStatus >= 500) throw new Error(`HTTP ${httpStatus}`);
  return answer as ReadAnswer;
};
