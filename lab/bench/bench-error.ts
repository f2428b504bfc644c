export type BenchErrorCode = 'bad_usage' | 'not_built' | 'server_failed' | 'wrong_answer' | 'no_space';

/**
 * The benchmark cannot run, or the measured server gives wrong answers, so that the figures would be
 * meaningless.
 */
export class BenchError extends Error {
  override readonly name = 'BenchError';
  readonly code: BenchErrorCode;
  readonly retry = false;

  constructor(code: BenchErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
