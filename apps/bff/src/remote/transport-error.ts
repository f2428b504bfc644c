import { type Remote, RemoteError } from './remote-error.ts';

/** Network errors at which no byte of the request can have arrived. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** True for the code of a network error at which the request never left. */
export function isNeverSent(code: unknown): boolean {
  return neverSent.has(String(code));
}

/** An error and what caused it. Several addresses tried in vain count by the first of them. */
function* chainOf(thrown: unknown): Generator<Error> {
  let error = thrown;
  while (error instanceof Error) {
    yield error;
    error = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  }
}

/**
 * Sorts what an HTTP client threw.
 *
 * @param call name of the call, for the message
 * @returns `timeout` after our own time-out, otherwise `unreachable`; a `RemoteError` as it is
 */
export function transportError(remote: Remote, call: string, thrown: unknown): RemoteError {
  if (thrown instanceof RemoteError) return thrown;
  const chain = [...chainOf(thrown)];
  if (chain.some((error) => error.name === 'TimeoutError'))
    return new RemoteError(remote, 'timeout', `${call}: no answer in time`, { cause: thrown });
  const sent = !chain.some((error) => 'code' in error && isNeverSent(error.code));
  return new RemoteError(remote, 'unreachable', `${call}: no connection, or it broke`, {
    outcome: sent ? 'unknown' : 'not_done',
    cause: thrown,
  });
}
