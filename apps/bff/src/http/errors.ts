import type { FieldErrors } from '@meridian/contracts/envelope';
import type { z } from 'zod';

export interface HttpProblemOptions {
  /** What is wrong with each field, for a bad request. */
  errors?: FieldErrors;
  /** When to try again; becomes the header `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A request that cannot be answered as asked. Routes throw it; the error handler turns it into an answer. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code = 'HTTP_PROBLEM';
  readonly statusCode: number;
  /** Whether the same request may succeed later. */
  readonly retry: boolean;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param statusCode HTTP status of the answer
   * @param message for the person who reads the answer
   */
  constructor(statusCode: number, message: string, options: HttpProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.statusCode = statusCode;
    this.retry = statusCode >= 500 || statusCode === 429;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Where a body as a whole is at fault, there is no field to name. */
const wholeBody = 'body';
/** Whoever sends a thousand fields that nobody asked for needs no list of them. */
const maxUnknownNamed = 10;
const maxNameLength = 80;

/**
 * The messages of each field, as a bad request is answered. Fields that nobody asked for are named too.
 * @returns field → messages, nested fields as `attribution.first`
 */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  // Without a prototype a field called __proto__ is an entry like any other.
  const errors: FieldErrors = Object.create(null);
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.').slice(0, maxNameLength) || wholeBody;
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, maxUnknownNamed))
        add([...issue.path, key], 'This field is not known');
    else add(issue.path, issue.message);
  }
  return { ...errors };
}
