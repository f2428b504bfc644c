import type { FieldErrors } from '@meridian/contracts/envelope';
import ky from 'ky';
import { type ApiResult, type HttpAnswer, unwrap } from './result.ts';
import { noticeClosedSales } from './sales.ts';
import { upload } from './upload.ts';

/** Default message (specification, section 8). */
export const unexpectedError = 'An unexpected error occurred.';

/** Timeout of a call. The API waits for the upstream before it answers a submission. */
const defaultTimeoutMs = 30_000;

/**
 * Reads JSON with GET, or posts a body. Does not retry, because a submission without a response may have
 * arrived.
 * @throws Error if there is no response, or if it is not JSON
 */
export async function fetchJson(
  path: string,
  { body, signal, timeoutMs = defaultTimeoutMs }: { body?: object; signal?: AbortSignal; timeoutMs?: number },
): Promise<HttpAnswer> {
  const response = await ky(new URL(path, location.origin), {
    ...(body && { method: 'post', json: body }),
    signal,
    timeout: timeoutMs,
    retry: 0,
    throwHttpErrors: false,
  });
  return { httpStatus: response.status, answer: await response.json<unknown>() };
}

function readErrors(answer: unknown): FieldErrors | undefined {
  const { errors } = answer as { errors?: unknown };
  if (typeof errors !== 'object' || errors === null) return undefined;
  return Object.values(errors).every(Array.isArray) ? (errors as FieldErrors) : undefined;
}

function readAnswer({ httpStatus, answer }: HttpAnswer): ApiResult {
  const result = unwrap(answer);
  if (!('error' in result) || result.error.kind === 'unreadable') return result;
  const kind =
    httpStatus >= 500 || httpStatus === 429 ? 'unavailable' : httpStatus === 404 ? 'missing' : 'refused';
  const { data } = answer as { data?: unknown };
  return { error: { kind, message: result.error.message, httpStatus, errors: readErrors(answer), data } };
}

/** True if the response is not JSON. Such a response is not from our server; it may be a proxy's page. */
function isUnreadable(error: unknown): boolean {
  return [error, (error as Error).cause].some((it) => it instanceof SyntaxError);
}

/**
 * Calls the API of this site: reads with GET or submits a body with POST, and unwraps the envelope. A failure
 * is returned, not thrown, with a message for the visitor.
 * @param body JSON, or a form with a file
 * @param onProgress called with the share of the form that is uploaded, from 0 to 1; only for a form with a
 *   file
 */
export async function callApi(
  path: string,
  body?: object,
  onProgress?: (share: number) => void,
): Promise<ApiResult> {
  let result: ApiResult;
  try {
    result = readAnswer(
      await (body instanceof FormData ? upload(path, body, onProgress) : fetchJson(path, { body })),
    );
  } catch (cause) {
    result = { error: { kind: isUnreadable(cause) ? 'unreadable' : 'unreachable', message: '' } };
  }
  if (!('error' in result)) return result;
  const { error } = result;
  noticeClosedSales(error.errors);
  const hasMessage = error.kind !== 'unreadable' && error.message !== '';
  return { error: { ...error, message: hasMessage ? error.message : unexpectedError } };
}
