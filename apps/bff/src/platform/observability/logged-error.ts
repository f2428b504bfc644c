import { isDatabaseUnavailable } from '../database/connection/unavailable.ts';
import { UnsuitableDatabaseError } from '../database/connection/unsuitable.ts';

export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  /** Queue of a job error. */
  queue?: string;
  stack?: string;
  cause?: LoggedError;
  /** First errors of an AggregateError. */
  errors?: LoggedError[];
}

const maxCauses = 4;
const maxErrors = 3;
const maxMessageLength = 500;
const email = /[^\s"'<>(),;:=]+@[\p{L}\d.-]+\.\p{L}{2,}/gu;
/** Matches ten or more digits, with separators. */
const phone = /\+?\d(?:[\s().-]?\d){9,}/g;

/** Replaces email addresses and phone numbers, because some error messages quote their input. */
function withoutPersonalData(text: string): string {
  return text.replace(email, '<email>').replace(phone, '<number>');
}

/** Reads a text or number property, own or inherited. */
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

/** Returns the stack of an error; undefined for errors about an unavailable or unsuitable database. */
function stackOf(thrown: object): string | undefined {
  const stack: unknown = Reflect.get(thrown, 'stack');
  if (typeof stack !== 'string' || isDatabaseUnavailable(thrown)) return undefined;
  if (thrown instanceof UnsuitableDatabaseError) return undefined;
  // The first lines repeat the message; the rest are stack frames.
  return stack.replace(/^(?! {4}at ).*$/gm, withoutPersonalData);
}

/**
 * Serialises only type, message, code, queue, stack, causes and the errors of an AggregateError, because
 * errors of a database driver have row values in other fields. Errors of the job queue are plain objects, not
 * `Error`s.
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
