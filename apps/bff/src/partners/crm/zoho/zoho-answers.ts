/** Classifies Zoho's responses by their codes; the HTTP status alone is not enough. */
import { z } from 'zod';
import { RemoteError } from '../../../platform/remote/remote-error.ts';
import type { CrmResult } from '../provider.ts';

const details = z
  .object({
    id: z.string().optional(),
    api_name: z.string().optional(),
    duplicate_record: z.object({ id: z.string().optional() }).optional().catch(undefined),
  })
  .catch({});

const recordAnswer = z.object({ code: z.string(), status: z.string().optional(), details });

export const insertAnswer = z.object({ data: z.array(recordAnswer) });
export const refusalAnswer = z.object({ code: z.string() });

const passing = new Set(['LIMIT_EXCEEDED', 'RECORD_LOCKED', 'INTERNAL_ERROR', 'TOO_MANY_REQUESTS']);

/** @param leadIdField unique field with our lead id; only a duplicate in this field is our own record */
export function recordResult(
  answer: z.infer<typeof recordAnswer>,
  leadIdField: string | undefined,
): CrmResult {
  const { code } = answer;
  const { id, api_name: field, duplicate_record: duplicate } = answer.details;
  if (code === 'SUCCESS') return { kind: 'delivered', crmId: id ?? null, earlier: false };
  // An earlier attempt succeeded, but its response was lost.
  if (code === 'DUPLICATE_DATA' && leadIdField !== undefined && field === leadIdField)
    return { kind: 'delivered', crmId: duplicate?.id ?? id ?? null, earlier: true };
  const error = field === undefined ? code : `${code} ${field}`;
  if (passing.has(code)) return { kind: 'failed', error };
  const ofEmail = code === 'INVALID_DATA' && field === 'Email';
  return { kind: 'refused', error, ...(ofEmail && { field: 'email' }) };
}

/** @returns the error code if the record could not be updated; a deleted record needs no update */
export function updateFault({ code, details: { api_name: field } }: z.infer<typeof recordAnswer>) {
  return code === 'SUCCESS' || (code === 'INVALID_DATA' && field === 'id') ? undefined : code;
}

/**
 * @returns the error code if the record could not be deleted; a record that does not exist counts as deleted
 */
export function deletionFault({ code }: z.infer<typeof recordAnswer>): string | undefined {
  return code === 'SUCCESS' || code === 'INVALID_DATA' ? undefined : code;
}

const defaultPauseSeconds = 15;
/** Pause after failures that an operator has to fix. */
export const refusedPauseSeconds = 300;

const tokenRefusals = new Set(['INVALID_TOKEN', 'AUTHENTICATION_FAILURE']);
const rightRefusals = new Set(['OAUTH_SCOPE_MISMATCH', 'NO_PERMISSION', 'NOT_ALLOWED']);

/** True if the credentials lack the permission for a call. */
export function isRightRefusal(code: string | undefined): boolean {
  return code !== undefined && rightRefusals.has(code);
}

/** True if a new token may help. */
export function isTokenRefusal(code: string | undefined): boolean {
  return code !== undefined && tokenRefusals.has(code);
}

/**
 * @returns the error of a call without results
 * @param retryAfter header `Retry-After`
 */
export function callError(
  code: string | undefined,
  httpStatus: number,
  retryAfter: string | null,
): RemoteError {
  const name = code ?? `HTTP ${httpStatus}`;
  if (code === 'TOO_MANY_REQUESTS' || code === 'LIMIT_EXCEEDED' || httpStatus === 429) {
    const requested = Number(retryAfter);
    const retryAfterSeconds = requested > 0 ? Math.min(requested, 3_600) : defaultPauseSeconds;
    return new RemoteError('crm', 'throttled', name, { retryAfterSeconds });
  }
  if (isTokenRefusal(code) || isRightRefusal(code) || httpStatus === 401)
    return new RemoteError('crm', 'unauthorized', name, { retryAfterSeconds: refusedPauseSeconds });
  if (code === 'INTERNAL_ERROR' || httpStatus >= 500) return new RemoteError('crm', 'server_error', name);
  if (code === undefined) return new RemoteError('crm', 'malformed', name);
  return new RemoteError('crm', 'refused', name);
}
