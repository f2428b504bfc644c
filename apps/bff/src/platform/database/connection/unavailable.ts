import pg from 'pg';

/** Thrown while the database is temporarily unavailable. A later retry may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = 'DATABASE_UNAVAILABLE';
  readonly retry = true;
}

const maxCauses = 5;

/** SQLSTATE of the error or its cause. */
export function sqlStateOf(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < maxCauses; depth += 1) {
    if (error instanceof pg.DatabaseError) return error.code;
    error = error.cause;
  }
  return undefined;
}

/**
 * SQLSTATE of an unavailable server: connection exceptions (08), read-only (25006), idle transaction
 * time-out (25P03), insufficient resources (53), lock not available (55P03), operator intervention (57),
 * system errors (58).
 */
const unavailableStates = /^(?:08...|25006|25P03|53...|55P03|57...|58...)$/;

/** Programming errors, which a retry does not fix. */
function isProgramFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

/**
 * Classifies the error of a statement. An error that PostgreSQL did not send is a connection error.
 * @returns a {@link DatabaseUnavailableError}, or the statement's own error
 */
export function statementError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || isProgramFault(error)) return error;
  const state = sqlStateOf(error);
  if (state !== undefined && !unavailableStates.test(state)) return error;
  return new DatabaseUnavailableError(messageOf(error), { cause: error });
}

/** Converts any error of a connection attempt. */
export function connectError(error: unknown): DatabaseUnavailableError {
  if (error instanceof DatabaseUnavailableError) return error;
  return new DatabaseUnavailableError(messageOf(error), { cause: error });
}

function messageOf(error: unknown): string {
  // The AggregateError of several addresses has no message.
  const first = error instanceof AggregateError && !error.message ? error.errors[0] : error;
  return `the database is not available: ${first instanceof Error ? first.message : 'no reason was given'}`;
}

/**
 * True if the error or one of its causes is a {@link DatabaseUnavailableError}, so that a retry may succeed.
 */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < maxCauses; depth += 1) {
    if (error instanceof DatabaseUnavailableError) return true;
    error = error.cause;
  }
  return false;
}

/**
 * Configuration errors that a retry does not fix: wrong password or role (28), a missing database or
 * privilege.
 */
export function isRefusedConnection(error: unknown): boolean {
  return /^(?:28...|3D000|42501)$/.test(sqlStateOf(error) ?? '');
}
