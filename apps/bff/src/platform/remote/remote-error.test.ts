import { describe, expect, it } from 'vitest';
import { codeOfStatus, isRemoteError, RemoteError } from './remote-error.ts';
import { transportError } from './transport-error.ts';

describe('remote errors', () => {
  it.each([
    ['unreachable', true, 'unknown'],
    ['timeout', true, 'unknown'],
    ['throttled', true, 'not_done'],
    ['unauthorized', true, 'not_done'],
    ['in_progress', true, 'unknown'],
    ['refused', false, 'not_done'],
    ['server_error', true, 'unknown'],
    ['malformed', true, 'unknown'],
  ] as const)('%s states whether to retry, and whether the work may be done', (code, retry, outcome) => {
    expect(new RemoteError('crm', code, 'x')).toMatchObject({ name: 'RemoteError', retry, outcome });
  });

  it('match only errors of the given system', () => {
    const error = new RemoteError('crm', 'timeout', 'x', { retry: false, retryAfterSeconds: 3 });
    expect(error).toMatchObject({ retry: false, retryAfterSeconds: 3 });
    expect([isRemoteError(error, 'crm'), isRemoteError(error, 'upstream')]).toEqual([true, false]);
    expect(isRemoteError(new Error('x'), 'crm')).toBe(false);
  });

  it.each([
    [307, 'server_error'],
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'refused'],
    [408, 'server_error'],
    [425, 'throttled'],
    [429, 'throttled'],
    [503, 'server_error'],
  ])('HTTP %i is %s', (httpStatus, code) => expect(codeOfStatus(httpStatus)).toBe(code));

  const coded = (code: string) => Object.assign(new Error(code), { code });

  it.each([
    ['a refused connection', coded('ECONNREFUSED'), 'unreachable', 'not_done'],
    ['its cause', new TypeError('fetch failed', { cause: coded('ENOTFOUND') }), 'unreachable', 'not_done'],
    ['several addresses', new AggregateError([coded('ENETUNREACH')]), 'unreachable', 'not_done'],
    ['an expired certificate', coded('CERT_HAS_EXPIRED'), 'unreachable', 'not_done'],
    ['a reset', coded('ECONNRESET'), 'unreachable', 'unknown'],
    ['our time-out', new DOMException('late', 'TimeoutError'), 'timeout', 'unknown'],
    ['anything else', 'text', 'unreachable', 'unknown'],
  ])('sorts %s', (_name, thrown, code, outcome) => {
    expect(transportError('upstream', 'header', thrown)).toMatchObject({ code, outcome, cause: thrown });
  });

  it('returns a remote error unchanged', () => {
    const error = new RemoteError('crm', 'refused', 'x');
    expect(transportError('upstream', 'header', error)).toBe(error);
  });
});
