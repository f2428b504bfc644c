import { codeOfStatus, RemoteError } from '../remote/remote-error.ts';

/** Sorts an HTTP status that is not an answer to the call. */
export function httpError(call: string, httpStatus: number): RemoteError {
  const code = codeOfStatus(httpStatus);
  return new RemoteError('upstream', code, `${call}: HTTP ${httpStatus}`, {
    httpStatus,
    // It takes no credentials: whoever stands before it refuses us for good.
    ...(code === 'unauthorized' && { retry: false }),
  });
}

/** The answer arrived, but cannot be understood. */
export function malformedAnswer(call: string, cause?: unknown): RemoteError {
  return new RemoteError('upstream', 'malformed', `${call}: the answer cannot be understood`, { cause });
}
