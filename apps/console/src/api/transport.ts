/** Calls of the console's API: unwraps the envelope, and turns each failure into a `Failure`. */
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type Failure, noAnswer } from './failure.ts';

export type Call =
  | string
  | {
      path: string;
      /** Body of a write. A call without a body is a read. */
      body?: object;
      query?: Record<string, string | number | undefined>;
      /** Idempotency key. Retries with the same key run the action once. */
      key?: string | undefined;
    };

function addressOf(call: Call): string {
  const { path, query = {} } = typeof call === 'string' ? { path: call } : call;
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(entries).toString();
  return `/console/api${path}${search === '' ? '' : `?${search}`}`;
}

interface Envelope {
  message?: string;
  data?: unknown;
  errors?: Record<string, string[]>;
}

const failureOf = (status: number, { message = noAnswer.message, errors = {} }: Envelope) => ({
  error: { status, message, errors },
});

const outcomeOf = (status: number, answer: Envelope) =>
  status >= 200 && status < 300 ? { data: answer.data ?? null } : failureOf(status, answer);

/**
 * Last responses by address, with their ETags. They contain personal data, so the server marks them
 * `no-store`, and they are only in memory.
 */
const known = new Map<string, { etag: string; data: unknown }>();
const maxKnown = 50;

function keep(address: string, etag: string | null, data: unknown): void {
  known.delete(address);
  if (etag !== null) known.set(address, { etag, data });
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
}

function write(
  address: string,
  body: object,
  options: { key?: string | undefined; signal?: AbortSignal } = {},
) {
  const { key, signal = null } = options;
  const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
  return fetch(address, { signal, method: 'POST', headers, body: JSON.stringify(body) });
}

export const transport: BaseQueryFn<Call, unknown, Failure> = async (call, { signal, forced }) => {
  const { body, key } = typeof call === 'string' ? {} : call;
  const address = addressOf(call);
  // Only refetches, for example by polling, send a conditional request. The server does not renew the session
  // for such a request.
  const before = forced ? known.get(address) : undefined;
  try {
    const response = body
      ? await write(address, body, { key, signal })
      : await fetch(address, { signal, headers: before ? { 'if-none-match': before.etag } : {} });
    if (before && response.status === 304) return { data: before.data };
    const outcome = outcomeOf(response.status, await response.json());
    if (!body && 'data' in outcome) keep(address, response.headers.get('etag'), outcome.data);
    return outcome;
  } catch {
    return { error: noAnswer };
  }
};

const brokeOff: Failure = {
  status: 0,
  message:
    'The download broke off and nothing was saved. Check the connection and the log of the server, then try again.',
  errors: {},
};

/** @returns the file, once it has arrived in full, or the failure; browsers keep a large file on disk */
export async function fetchFile(path: string): Promise<{ data?: Blob; error?: Failure }> {
  try {
    const response = await write(addressOf(path), {});
    if (!response.ok) return failureOf(response.status, await response.json());
    return await response.blob().then(
      (data) => ({ data }),
      () => ({ error: brokeOff }),
    );
  } catch {
    return { error: noAnswer };
  }
}

/**
 * Fetches an address of the site, without cookies, the browser's cache or redirects.
 * @returns why the fetch failed; undefined if it succeeded
 */
export async function reachSite(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', redirect: 'error' });
    const { message = noAnswer.message }: Envelope = await response.json();
    return response.ok ? undefined : message;
  } catch {
    return `This browser cannot reach the site at ${new URL(url).origin}, or another server answers there. Open the address to see the response.`;
  }
}
