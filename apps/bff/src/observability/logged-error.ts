import { isDatabaseUnavailable } from '../database/unavailable.ts';

export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  /** The queue of a job, where the job queue speaks. */
  queue?: string;
  stack?: string;
  cause?: LoggedError;
  /** Of several tries in vain the first ones. */
  errors?: LoggedError[];
}

const maxCauses = 4;
const maxErrors = 3;
const maxMessageLength = 500;
const email = /[^\s"'<>(),;:=]+@[\p{L}\d.-]+\.\p{L}{2,}/gu;
/** Ten digits and more, with whatever people write between them. */
const phone = /\+?\d(?:[\s().-]?\d){9,}/g;

/** Some messages quote what they could not read. */
function withoutPersonalData(text: string): string {
  return text.replace(email, '<email>').replace(phone, '<number>');
}

/** The text of one property, where the object has it itself or inherits it and reading it does no harm. */
function textOf(thrown: object, name: string): string | undefined {
  const value: unknown = Reflect.get(thrown, name);
  if (typeof value === 'string') return withoutPersonalData(value.slice(0, maxMessageLength));
  return typeof value === 'number' ? String(value) : undefined;
}

function partsOf(thrown: object, depth: number): Partial<LoggedError> {
  const code = textOf(thrown, 'code');
  const queue = textOf(thrown, 'queue');
  const cause: unknown = Reflect.get(thrown, 'cause');
  const errors: unknown = Reflect.get(thrown, 'errors');
  const deeper = depth < maxCauses;
  return {
    ...(code !== undefined && { code }),
    ...(queue !== undefined && { queue }),
    ...(cause !== undefined && cause !== null && deeper && { cause: loggedError(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      deeper && { errors: errors.slice(0, maxErrors).map((error) => loggedError(error, depth + 1)) }),
  };
}

/** Where a fault of our own came from; a database that is away is told once, not by twenty lines. */
function stackOf(thrown: object): string | undefined {
  const stack: unknown = Reflect.get(thrown, 'stack');
  if (typeof stack !== 'string' || isDatabaseUnavailable(thrown)) return undefined;
  // The first lines are the message once more; the others are places in programs.
  return stack.replace(/^(?! {4}at ).*$/gm, withoutPersonalData);
}

/**
 * Of what was thrown only its kind, message, code, origin and causes: a database driver's adds the values of the row in
 * other fields. Not everything that is thrown is an `Error`: the job queue tells its faults as plain objects.
 */
export function loggedError(thrown: unknown, depth = 0): LoggedError {
  if (typeof thrown !== 'object' || thrown === null)
    return {
      type: typeof thrown,
      message: withoutPersonalData(String(thrown).slice(0, maxMessageLength)),
    };
  const stack = depth === 0 ? stackOf(thrown) : undefined;
  return {
    type: textOf(thrown, 'name') ?? thrown.constructor?.name ?? 'object',
    message: textOf(thrown, 'message') ?? 'without a message',
    ...partsOf(thrown, depth),
    ...(stack !== undefined && { stack }),
  };
}
