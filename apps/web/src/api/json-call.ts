import ky from 'ky';

/** An answer of the API as it came; what it holds is for the caller to find out. */
export interface JsonAnswer {
  httpStatus: number;
  answer: unknown;
}

/** Longest wait: a submission waits for the upstream behind the API. */
const timeoutMs = 30_000;

/**
 * Calls the API of this site: reads with GET, or submits a body with POST. Never repeated by itself, because a
 * submission that was not answered may have arrived.
 * @throws Error without an answer, or with one that is not JSON
 */
export async function callJson(path: string, body?: object): Promise<JsonAnswer> {
  const response = await ky(new URL(path, location.origin), {
    ...(body && { method: 'post', json: body }),
    timeout: timeoutMs,
    retry: 0,
    throwHttpErrors: false,
  });
  return { httpStatus: response.status, answer: await response.json<unknown>() };
}
