/** What a call to another system can fail with: one type for the upstream, the CRM and the payment provider. */

/** The other system, by its role. */
export type Remote = 'upstream' | 'crm' | 'payments';

/** Whether the other system may have done the work all the same. */
export type RemoteOutcome = 'not_done' | 'unknown';

export type RemoteErrorCode =
  /** No connection, or it broke. */
  | 'unreachable'
  | 'timeout'
  /** Too many requests. */
  | 'throttled'
  /** Our credentials or their rights are refused: an operator has to act. */
  | 'unauthorized'
  /** The same request is still at work. */
  | 'in_progress'
  /** The request as such is refused. */
  | 'refused'
  | 'server_error'
  /** The answer cannot be understood. */
  | 'malformed';

export interface RemoteErrorOptions {
  /** Whether the same call may succeed later. */
  retry?: boolean;
  outcome?: RemoteOutcome;
  httpStatus?: number;
  /** Hold all calls to this system for so long. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** What holds for a code where the caller knows nothing better. */
const defaults: Record<RemoteErrorCode, { retry: boolean; outcome: RemoteOutcome }> = {
  unreachable: { retry: true, outcome: 'unknown' },
  timeout: { retry: true, outcome: 'unknown' },
  throttled: { retry: true, outcome: 'not_done' },
  unauthorized: { retry: true, outcome: 'not_done' },
  in_progress: { retry: true, outcome: 'unknown' },
  refused: { retry: false, outcome: 'not_done' },
  server_error: { retry: true, outcome: 'unknown' },
  malformed: { retry: true, outcome: 'unknown' },
};

/** A call gave no usable answer. An answer that says no in the terms of the call is a value, not this. */
export class RemoteError extends Error {
  readonly remote: Remote;
  readonly code: RemoteErrorCode;
  readonly retry: boolean;
  readonly outcome: RemoteOutcome;
  readonly httpStatus: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** @param message names the call and what happened, without personal data and secrets */
  constructor(remote: Remote, code: RemoteErrorCode, message: string, options: RemoteErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'RemoteError';
    this.remote = remote;
    this.code = code;
    this.retry = options.retry ?? defaults[code].retry;
    this.outcome = options.outcome ?? defaults[code].outcome;
    this.httpStatus = options.httpStatus;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** @param remote the system whose failure is meant; where both were called it tells them apart */
export function isRemoteError(thrown: unknown, remote: Remote): thrown is RemoteError {
  return thrown instanceof RemoteError && thrown.remote === remote;
}

/** The code of an HTTP status that is no answer to the call. */
export function codeOfStatus(httpStatus: number): RemoteErrorCode {
  if (httpStatus === 425 || httpStatus === 429) return 'throttled';
  if (httpStatus === 401 || httpStatus === 403) return 'unauthorized';
  // After a time-out of its own (408) the other system may have begun.
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 ? 'refused' : 'server_error';
}
