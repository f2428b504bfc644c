/** A failed call: the server's message, or a message that the server cannot be reached. */
export interface Failure {
  /** HTTP status; 0 if there was no complete, readable response. */
  status: number;
  message: string;
  /** Error messages by field. The key `step_up` means that a second-factor code is required. */
  errors: Record<string, string[]>;
}

const unreachable = 'The server cannot be reached. Check the connection and try again.';

export const noAnswer: Failure = { status: 0, message: unreachable, errors: {} };

export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'status' in error && 'errors' in error;
}

export const messageOf = (error: unknown): string =>
  isFailure(error) ? error.message : 'Something went wrong. Please try again.';

export const needsStepUp = (error: unknown): boolean =>
  isFailure(error) && error.errors.step_up !== undefined;

/** True if there was no readable response or a server error: the action may have been done. */
export const isUnanswered = (error: unknown): boolean =>
  isFailure(error) && (error.status === 0 || error.status >= 500);
