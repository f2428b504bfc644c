export type BenchErrorCode = 'bad_usage' | 'not_built' | 'server_failed' | 'wrong_answer' | 'no_space';

/** A benchmark cannot run, or its subject does not work, so that its figures would be meaningless. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
  readonly code: BenchErrorCode;
  readonly retry = false;

  constructor(code: BenchErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
