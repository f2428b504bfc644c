import type { FieldErrors } from '@meridian/contracts/envelope';
import type { ReadAnswer } from '@meridian/contracts/site/renderer';

/**
 * Why a call of the API returned no data. This app has no other kind of failure.
 * - `refused`: the server refused the call (envelope status other than 1), and no other kind applies.
 * - `missing`: not found. If a primary query on the first load fails so, the page is a 404.
 * - `unavailable`: the server cannot answer now (HTTP 429 or 5xx); a retry may succeed.
 * - `unreadable`: the response is not from the API, for example a proxy's page, or its data does not match
 *   the schema.
 * - `unreachable`: no response, so the server may or may not have received a submission. A read of the call
 *   table has this kind also for HTTP 5xx and for a response that is not JSON.
 */
export interface ApiFailure {
  kind: 'refused' | 'missing' | 'unavailable' | 'unreadable' | 'unreachable';
  message: string;
  /** Set by `callApi` if the API sent an envelope. */
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
