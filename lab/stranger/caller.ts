/** Makes the calls of one person, who has a separate network address. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@meridian/stack/stack';
import { z } from 'zod';

export interface Answer {
  httpStatus: number;
  body: { status?: unknown; data?: unknown };
  cookie: string;
}

const anyBody = z.object({ status: z.unknown(), data: z.unknown() }).partial().catch({});

export interface Caller {
  /** `POST /api/<path>` of the site. */
  site: (path: string, body: unknown) => Promise<Answer>;
  /** `POST` of the console's API. */
  console: (path: string, body: unknown, cookie?: string) => Promise<Answer>;
}

/** @param address network address of the person, which the calls send as `X-Forwarded-For` */
export function callerAt({ baseUrl, consoleUrl = '' }: Stack, address: string): Caller {
  async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      body: JSON.stringify(body),
    });
    const cookie = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const text = await response.text();
    return {
      httpStatus: response.status,
      body: anyBody.parse(text === '' ? {} : JSON.parse(text)),
      cookie: cookie.join('; '),
    };
  }
  return {
    site: (path, body) => post(`${baseUrl}/api/${path}`, body, {}),
    console: (path, body, cookie = '') => {
      const headers = { origin: consoleUrl, 'sec-fetch-site': 'same-origin', cookie };
      return post(`${consoleUrl}/console/api${path}`, body, headers);
    },
  };
}

export const isAccepted = ({ httpStatus, body }: Answer) => httpStatus === 200 && body.status === 1;

const pauseMs = 500;

/**
 * Retries until it succeeds.
 * @returns the milliseconds until then; undefined if it did not succeed within `limitMs`
 */
export async function timeUntil(
  attempt: () => Promise<boolean>,
  limitMs: number,
): Promise<number | undefined> {
  const start = performance.now();
  for (;;) {
    const isDone = await attempt();
    const ms = performance.now() - start;
    if (isDone) return ms;
    if (ms > limitMs) return undefined;
    await sleep(pauseMs);
  }
}
