import type { FieldErrors } from '@meridian/contracts/envelope';
import type { ReadAnswer } from '@meridian/contracts/pages/renderer';

/**
 * Why a call of the API brought no data; the one kind of failure in this app.
 * - `refused`: the server answered with a status other than 1 (a read shows 'Failed to load content').
 * - `missing`: it did so because there is no such thing; the first page is a 404.
 * - `unavailable`: the server itself cannot answer now (HTTP 429 or 5xx); another try may succeed.
 * - `unreadable`: an answer that is not the API's, for instance a proxy's page.
 * - `unreachable`: no answer. A submission may have arrived or not.
 */
export interface ApiFailure {
  kind: 'refused' | 'missing' | 'unavailable' | 'unreadable' | 'unreachable';
  message: string;
  /** Of an answer that came over HTTP. */
  httpStatus?: number;
  /** Messages by the names of the fields that are at fault. */
  errors?: FieldErrors;
  /** What came with the refusal. */
  data?: unknown;
}

/** What became of a call: the data of its answer with the server's message, or the reason why there is none. */
export type ApiResult = { data: unknown; message: string } | { error: ApiFailure };

/** An answer as it came over HTTP, not looked into. */
export interface HttpAnswer {
  httpStatus: number;
  answer: unknown;
}

function isEnvelope(value: unknown): value is ReadAnswer {
  return typeof (value as Partial<ReadAnswer> | null)?.status === 'number';
}

/** Takes the envelope off an answer. Without zod, because every page does so. */
export function unwrap(answer: unknown): ApiResult {
  if (!isEnvelope(answer)) return { error: { kind: 'unreadable', message: 'Unreadable answer' } };
  const { status, message, data, missing } = answer;
  return status === 1 ? { data, message } : { error: { kind: missing ? 'missing' : 'refused', message } };
}
