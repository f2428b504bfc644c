/** Errors of starting or running a stack. */
export type StackErrorCode =
  | 'bad_setting'
  | 'port_taken'
  | 'data_dir_in_use'
  | 'postgres_unavailable'
  | 'postgres_failed'
  | 'service_failed'
  | 'stopped';

/** `retry`: the same start may succeed later. */
export class StackError extends Error {
  override readonly name = 'StackError';
  readonly code: StackErrorCode;
  readonly retry: boolean;

  constructor(code: StackErrorCode, message: string, options: { retry?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retry = options.retry ?? false;
  }
}

/** @returns the `code` of a Node system error, for example `ENOENT`, or undefined */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
