export type UpstreamErrorCode = 'timeout' | 'unreachable' | 'http_error' | 'malformed';

export interface UpstreamErrorOptions {
  /** Whether the same call may succeed later. */
  retry: boolean;
  /** Whether the upstream may have done the work. */
  outcome: 'not_done' | 'unknown';
  httpStatus?: number;
  cause?: unknown;
}

/** The upstream gave no usable answer. An answer with a status other than 1 is a value, not this. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: UpstreamErrorCode;
  readonly retry: boolean;
  readonly outcome: UpstreamErrorOptions['outcome'];
  readonly httpStatus: number | undefined;

  constructor(code: UpstreamErrorCode, message: string, options: UpstreamErrorOptions) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retry = options.retry;
    this.outcome = options.outcome;
    this.httpStatus = options.httpStatus;
  }
}

/** Failures at which no byte of the request can have arrived. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** An error and what caused it. Several addresses tried in vain count by the first of them. */
function* chainOf(thrown: unknown): Generator<Error> {
  let error = thrown;
  while (error instanceof Error) {
    yield error;
    error = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  }
}

/** Sorts what the transport threw. */
export function transportError(call: string, thrown: unknown): UpstreamError {
  if (thrown instanceof UpstreamError) return thrown;
  const chain = [...chainOf(thrown)];
  if (chain.some((error) => error.name === 'TimeoutError'))
    return new UpstreamError('timeout', `${call}: no answer in time`, {
      retry: true,
      outcome: 'unknown',
      cause: thrown,
    });
  const unsent = chain.some((error) => 'code' in error && unsentCodes.has(String(error.code)));
  return new UpstreamError('unreachable', `${call}: no connection, or it broke`, {
    retry: true,
    outcome: unsent ? 'not_done' : 'unknown',
    cause: thrown,
  });
}

/** Client errors at which asking again later may help. */
const passing = new Set([408, 425, 429]);

/** Sorts an HTTP status that is not an answer to the call. */
export function httpError(call: string, httpStatus: number): UpstreamError {
  const clientError = httpStatus >= 400 && httpStatus < 500;
  return new UpstreamError('http_error', `${call}: HTTP ${httpStatus}`, {
    retry: !clientError || passing.has(httpStatus),
    // After a time-out of its own the upstream may have begun.
    outcome: clientError && httpStatus !== 408 ? 'not_done' : 'unknown',
    httpStatus,
  });
}

/** The answer arrived, but cannot be understood. */
export function malformedAnswer(call: string, cause?: unknown): UpstreamError {
  return new UpstreamError('malformed', `${call}: the answer cannot be understood`, {
    retry: true,
    outcome: 'unknown',
    cause,
  });
}
