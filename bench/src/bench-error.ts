export type BenchErrorCode = 'bad_usage' | 'not_built' | 'server_failed' | 'wrong_answer';

/** A benchmark cannot be run, or what it measures does not do its work, so that a figure would mean nothing. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
  readonly code: BenchErrorCode;
  readonly retry = false;

  constructor(code: BenchErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
