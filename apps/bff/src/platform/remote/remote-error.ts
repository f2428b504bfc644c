/** Errors of calls to external systems: upstream, CRM and payment provider. */

/** The external system, by role. */
export type Remote = 'upstream' | 'crm' | 'payments';

/** Whether the external system may have done the work. */
export type RemoteOutcome = 'not_done' | 'unknown';

export type RemoteErrorCode =
  /** No connection could be made, or it broke. */
  | 'unreachable'
  | 'timeout'
  /** Rate limited. */
  | 'throttled'
  /** Invalid credentials or missing rights; an operator has to correct them. */
  | 'unauthorized'
  /** The same request is still being processed. */
  | 'in_progress'
  /** The request is invalid. */
  | 'refused'
  | 'server_error'
  /** The answer cannot be parsed. */
  | 'malformed';

export interface RemoteErrorOptions {
  /** True if a retry may succeed. */
  retry?: boolean;
  outcome?: RemoteOutcome;
  httpStatus?: number;
  /** Seconds for which all calls to this system are paused. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Defaults per code. */
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

/**
 * A call without a usable answer. A refusal within the protocol of the external system is a return value, not
 * this error.
 */
export class RemoteError extends Error {
  readonly remote: Remote;
  readonly code: RemoteErrorCode;
  readonly retry: boolean;
  readonly outcome: RemoteOutcome;
  readonly httpStatus: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** @param message names call and failure, without personal data or secrets */
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

/** @param remote only errors of this system match */
export function isRemoteError(thrown: unknown, remote: Remote): thrown is RemoteError {
  return thrown instanceof RemoteError && thrown.remote === remote;
}

/** Maps an HTTP status to an error code. */
export function codeOfStatus(httpStatus: number): RemoteErrorCode {
  if (httpStatus === 425 || httpStatus === 429) return 'throttled';
  if (httpStatus === 401 || httpStatus === 403) return 'unauthorized';
  // After a 408 the system may have started the work.
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 ? 'refused' : 'server_error';
}
