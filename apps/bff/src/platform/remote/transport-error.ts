import { type Remote, RemoteError } from './remote-error.ts';

/** Network errors after which the request cannot have arrived, not even in part. */
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

/** True if the request was never sent. */
export function isNeverSent(code: unknown): boolean {
  return neverSent.has(String(code));
}

/** Yields an error and its causes; of an AggregateError its first error. */
function* chainOf(thrown: unknown): Generator<Error> {
  let error = thrown;
  while (error instanceof Error) {
    yield error;
    error = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  }
}

/**
 * Classifies an HTTP client's error.
 * @param call name of the call, for the message
 * @returns `timeout` after our own time-out, else `unreachable`; a `RemoteError` unchanged
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
