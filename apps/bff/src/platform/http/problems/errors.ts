import type { FieldErrors } from '@meridian/contracts/envelope';
import type { z } from 'zod';

export interface HttpProblemOptions {
  /** Field errors of an invalid request. */
  errors?: FieldErrors;
  /** Seconds for the header `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An HTTP error. Routes throw it; the error handler maps it to a response. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code = 'HTTP_PROBLEM';
  readonly statusCode: number;
  /** True if a retry may succeed. */
  readonly retry: boolean;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param statusCode HTTP status
   * @param message for the visitor
   */
  constructor(statusCode: number, message: string, options: HttpProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.statusCode = statusCode;
    this.retry = statusCode >= 500 || statusCode === 429;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Key for errors that concern the whole body. */
const wholeBody = 'body';
/** Max unknown fields of an object that a response names. */
const maxUnknownNamed = 10;
const maxNameLength = 80;

/**
 * Field errors of an invalid request, unknown fields included.
 * @returns messages by field; nested fields are named like `attribution.first`
 */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  // Without a prototype, `__proto__` is an ordinary key.
  const errors: FieldErrors = Object.create(null);
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.').slice(0, maxNameLength) || wholeBody;
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, maxUnknownNamed)) add([...issue.path, key], 'Unknown field');
    else add(issue.path, issue.message);
  }
  return { ...errors };
}
