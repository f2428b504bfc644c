/** A call to Razorpay that gave no usable answer. */
export class RazorpayError extends Error {
  /**
   * `refused`: Razorpay said no; an unknown id is refused too. `running`: the same request is still at work.
   * `unauthorized`: our keys are wrong.
   */
  readonly code:
    | 'unreachable'
    | 'throttled'
    | 'running'
    | 'refused'
    | 'unauthorized'
    | 'server_error'
    | 'malformed';
  /** The same call may succeed later. */
  readonly retry: boolean;
  /** Whether Razorpay may have done the work all the same. */
  readonly outcome: 'not_done' | 'unknown';
  readonly httpStatus: number | undefined;

  constructor(
    code: RazorpayError['code'],
    message: string,
    options: { retry: boolean; outcome: RazorpayError['outcome']; httpStatus?: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'RazorpayError';
    this.code = code;
    this.retry = options.retry;
    this.outcome = options.outcome;
    this.httpStatus = options.httpStatus;
  }
}

/** The SDK throws `{statusCode, error}`, which is no Error. */
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

const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * @param thrown what the SDK threw: a plain object for an answer of Razorpay, and for a time-out, reset or refused
 *   connection a status of 0 with the transport's code (see `razorpay-client.ts`) or a TypeError
 * @param operation name of the call, for the message
 */
export function razorpayErrorOf(thrown: unknown, operation: string): RazorpayError {
  if (thrown instanceof RazorpayError) return thrown;
  const { httpStatus, code, description } = readThrown(thrown);
  const said = description || code || 'no answer';
  const options = (retry: boolean, outcome: RazorpayError['outcome']) => ({
    retry,
    outcome,
    cause: thrown,
    ...(httpStatus ? { httpStatus } : {}),
  });
  if (!httpStatus) {
    const outcome = neverConnected.has(code) ? 'not_done' : 'unknown';
    return new RazorpayError('unreachable', `Razorpay ${operation}: ${said}`, options(true, outcome));
  }
  const message = `Razorpay ${operation}: HTTP ${httpStatus}, ${said}`;
  if (httpStatus === 429) return new RazorpayError('throttled', message, options(true, 'not_done'));
  if (httpStatus === 409) return new RazorpayError('running', message, options(true, 'unknown'));
  if (httpStatus >= 500) return new RazorpayError('server_error', message, options(true, 'unknown'));
  if (httpStatus === 401 || httpStatus === 403)
    return new RazorpayError('unauthorized', message, options(true, 'not_done'));
  return new RazorpayError('refused', message, options(false, 'not_done'));
}
