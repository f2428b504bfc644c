import type { FieldErrors } from '@meridian/contracts/envelope';
import type { ReadAnswer } from '@meridian/contracts/site/renderer';

/**
 * Why a call of the API returned no data; the only kind of failure in this app.
 * - `refused`: the server answered with a status other than 1 (a read shows 'Failed to load content').
 * - `missing`: not found; on the first load the page is a 404.
 * - `unavailable`: the server cannot answer now (HTTP 429 or 5xx); a retry may succeed.
 * - `unreadable`: the response is not from the API, for example a proxy's page.
 * - `unreachable`: no response. The server may or may not have received a submission.
 */
export interface ApiFailure {
  kind: 'refused' | 'missing' | 'unavailable' | 'unreadable' | 'unreachable';
  message: string;
  /** Set if there was an HTTP response. */
  httpStatus?: number;
  /** Messages by field name. */
  errors?: FieldErrors;
  /** Data that the server sent with the refusal. */
  data?: unknown;
}

/** Result of a call: the data with the server's message, or a failure. */
export type ApiResult = { data: unknown; message: string } | { error: ApiFailure };

/** An HTTP response, not validated. */
export interface HttpAnswer {
  httpStatus: number;
  answer: unknown;
}

function isEnvelope(value: unknown): value is ReadAnswer {
  return typeof (value as Partial<ReadAnswer> | null)?.status === 'number';
}

/** Unwraps the envelope of a response. Does not use zod, because every page needs this function. */
export function unwrap(answer: unknown): ApiResult {
  if (!isEnvelope(answer)) return { error: { kind: 'unreadable', message: 'Unreadable answer' } };
  const { status, message, data, missing } = answer;
  return status === 1 ? { data, message } : { error: { kind: missing ? 'missing' : 'refused', message } };
}
