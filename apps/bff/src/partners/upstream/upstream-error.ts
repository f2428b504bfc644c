import { codeOfStatus, RemoteError } from '../../platform/remote/remote-error.ts';

/** Maps an HTTP status that is not an answer to an error. */
export function httpError(call: string, httpStatus: number): RemoteError {
  const code = codeOfStatus(httpStatus);
  return new RemoteError('upstream', code, `${call}: HTTP ${httpStatus}`, {
    httpStatus,
    // It takes no credentials, so a proxy in front of it refuses us permanently.
    ...(code === 'unauthorized' && { retry: false }),
  });
}

/** The answer cannot be parsed. */
export function malformedAnswer(call: string, cause?: unknown): RemoteError {
  return new RemoteError('upstream', 'malformed', `${call}: the answer cannot be understood`, { cause });
}
