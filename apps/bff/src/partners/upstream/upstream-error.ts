import { codeOfStatus, RemoteError } from '../../platform/remote/remote-error.ts';

/** Maps an HTTP status that is not an answer of the call to an error. */
export function httpError(call: string, httpStatus: number): RemoteError {
  const code = codeOfStatus(httpStatus);
  return new RemoteError('upstream', code, `${call}: HTTP ${httpStatus}`, {
    httpStatus,
    // The upstream takes no credentials, so a proxy in front of it refuses us: a retry does not help.
    ...(code === 'unauthorized' && { retry: false }),
  });
}

/** The error for an answer that cannot be parsed. */
export function malformedAnswer(call: string, cause?: unknown): RemoteError {
  return new RemoteError('upstream', 'malformed', `${call}: the answer cannot be understood`, { cause });
}
