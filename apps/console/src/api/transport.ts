/** Calls of the console's API: unwraps the envelope, and makes each failure a `Failure`. */
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type Failure, noAnswer } from './failure.ts';

export type Call =
  | string
  | {
      path: string;
      /** A call with a body writes. */
      body?: object;
      query?: Record<string, string | number | undefined>;
      /** Idempotency key: a retry under the same does it once. */
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

function outcomeOf(status: number, answer: Envelope) {
  if (status >= 200 && status < 300) return { data: answer.data ?? null };
  const { message = noAnswer.message, errors = {} } = answer;
  return { error: { status, message, errors } };
}

export const transport: BaseQueryFn<Call, unknown, Failure> = async (call, { signal }) => {
  const { body, key } = typeof call === 'string' ? {} : call;
  try {
    const response = await fetch(addressOf(call), {
      signal,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify(body),
      }),
    });
    return outcomeOf(response.status, await response.json());
  } catch {
    return { error: noAnswer };
  }
};
