import type { SerializedError } from '@reduxjs/toolkit';
import type { ApiFailure } from './result.ts';

/** Parses the data of a response: a zod schema, or a separate check where zod would add too much code. */
export interface AnswerSchema<Data> {
  safeParse(value: unknown): { data?: Data };
}

/**
 * The `queryFn` of an endpoint that is not in the call table. Reads with GET, or posts a body.
 *
 * @returns the parsed data, or the failure: `unreadable` if the data does not match the schema
 */
export async function callQuery<Data>(
  path: string,
  schema: AnswerSchema<Data>,
  body?: object,
): Promise<{ data: Data } | { error: ApiFailure }> {
  // Loaded on use, so that the HTTP client does not delay the page.
  const { callApi, unexpectedError } = await import('./call.ts');
  const result = await callApi(path, body);
  if ('error' in result) return result;
  const { data } = schema.safeParse(result.data);
  return data === undefined ? { error: { kind: 'unreadable', message: unexpectedError } } : { data };
}

type CallError = ApiFailure | SerializedError;

/** The result of a mutation. */
export type CallResult<Data> = { data: Data; error?: undefined } | { data?: undefined; error: CallError };

/**
 * @param error of an endpoint's hook
 * @returns the first message of a field, or the message of the failure if no field has one
 */
export function messageOf(error: CallError | undefined): string | undefined {
  if (!error) return undefined;
  const [fault] = 'errors' in error ? Object.values(error.errors ?? {}).flat() : [];
  return fault ?? error.message;
}
