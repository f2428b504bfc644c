import pg from 'pg';

/** The database cannot be asked just now. The same question may be answered later. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = 'DATABASE_UNAVAILABLE';
  readonly retry = true;
}

const maxCauses = 5;

/** SQLSTATE, of the error itself or of what caused it. */
export function sqlStateOf(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < maxCauses; depth += 1) {
    if (error instanceof pg.DatabaseError) return error.code;
    error = error.cause;
  }
  return undefined;
}

/**
 * What PostgreSQL says while it cannot do its work: connection exceptions (08), a server that only reads (25006),
 * a transaction given up as idle (25P03), no resources (53), a lock not to be had (55P03), intervention (57),
 * faults of its system (58).
 */
const unavailableStates = /^(?:08...|25006|25P03|53...|55P03|57...|58...)$/;

/** Faults of the program, which asking again does not mend. */
function isProgramFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

/**
 * Sorts what a statement came to. What PostgreSQL itself did not answer is a fault of the connection.
 *
 * @returns a {@link DatabaseUnavailableError}, or the error itself where the statement is at fault
 */
export function statementError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || isProgramFault(error)) return error;
  const state = sqlStateOf(error);
  if (state !== undefined && !unavailableStates.test(state)) return error;
  return new DatabaseUnavailableError(messageOf(error), { cause: error });
}

/** Whatever keeps a connection from being made. */
export function connectError(error: unknown): DatabaseUnavailableError {
  if (error instanceof DatabaseUnavailableError) return error;
  return new DatabaseUnavailableError(messageOf(error), { cause: error });
}

function messageOf(error: unknown): string {
  // Several addresses tried in vain have no message of their own.
  const first = error instanceof AggregateError && !error.message ? error.errors[0] : error;
  return `the database is not available: ${first instanceof Error ? first.message : 'no reason was given'}`;
}

/** True where the database is away, silent or out of resources, so that the same request may succeed later. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < maxCauses; depth += 1) {
    if (error instanceof DatabaseUnavailableError) return true;
    error = error.cause;
  }
  return false;
}

/** Settings that waiting does not mend: a wrong password or role (28), a database or a right that is missing. */
export function isRefusedConnection(error: unknown): boolean {
  return /^(?:28...|3D000|42501)$/.test(sqlStateOf(error) ?? '');
}
