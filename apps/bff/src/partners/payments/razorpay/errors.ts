import { isRemoteError, RemoteError } from '../../../platform/remote/remote-error.ts';
import { isNeverSent } from '../../../platform/remote/transport-error.ts';

/** The SDK throws `{statusCode, error}`, not an `Error`. */
function readThrown(thrown: unknown): { httpStatus?: number; code: string; description: string } {
  if (typeof thrown !== 'object' || thrown === null || !('statusCode' in thrown))
    return { code: '', description: '' };
  const detail =
    'error' in thrown && typeof thrown.error === 'object' && thrown.error !== null ? thrown.error : {};
  return {
    httpStatus: Number(thrown.statusCode),
    code: 'code' in detail ? String(detail.code) : '',
    description: 'description' in detail ? String(detail.description) : '',
  };
}

/**
 * @param thrown from the SDK. For an error response, a plain object; for a time-out or connection error, a
 * status of 0 with the transport's code (see `client.ts`) or a TypeError
 * @param operation name of the call, for the message
 */
export function razorpayErrorOf(thrown: unknown, operation: string): RemoteError {
  if (isRemoteError(thrown, 'payments')) return thrown;
  const { httpStatus, code, description } = readThrown(thrown);
  const detailText = description || code || 'no answer';
  const options = (retry: boolean, outcome: RemoteError['outcome']) => ({
    retry,
    outcome,
    cause: thrown,
    ...(httpStatus ? { httpStatus } : {}),
  });
  if (!httpStatus) {
    const outcome = isNeverSent(code) ? 'not_done' : 'unknown';
    return new RemoteError(
      'payments',
      'unreachable',
      `Razorpay ${operation}: ${detailText}`,
      options(true, outcome),
    );
  }
  const message = `Razorpay ${operation}: HTTP ${httpStatus}, ${detailText}`;
  if (httpStatus === 429) return new RemoteError('payments', 'throttled', message, options(true, 'not_done'));
  if (httpStatus === 409)
    return new RemoteError('payments', 'in_progress', message, options(true, 'unknown'));
  if (httpStatus >= 500)
    return new RemoteError('payments', 'server_error', message, options(true, 'unknown'));
  if (httpStatus === 401 || httpStatus === 403)
    return new RemoteError('payments', 'unauthorized', message, options(true, 'not_done'));
  return new RemoteError('payments', 'refused', message, options(false, 'not_done'));
}
