import { expect, it } from 'vitest';
import { createBackOff } from './back-off.ts';
import { HttpProblem } from './problems/errors.ts';

function start() {
  let time = 1_000_000;
  const backOff = createBackOff({
    freeFailures: 2,
    firstPauseMs: 1_000,
    maxPauseMs: 60_000,
    forgetMs: 3_600_000,
    now: () => time,
  });
  function waitOf(address: string): number {
    try {
      backOff.check(address);
      return 0;
    } catch (error) {
      if (error instanceof HttpProblem && error.statusCode === 429) return error.retryAfterSeconds ?? 0;
      throw error;
    }
  }
  return {
    backOff,
    waitOf,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

it('doubles the delay with each failure, up to the maximum', () => {
  const { backOff, waitOf } = start();
  const waits = Array.from({ length: 12 }, () => {
    backOff.failed('a');
    return waitOf('a');
  });
  expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  expect(waitOf('b')).toBe(0);
});

it('ends after the delay, and is reset by a success or after a long time', () => {
  const { backOff, waitOf, pass } = start();
  for (let count = 0; count < 4; count += 1) backOff.failed('a');
  pass(1_999);
  expect(waitOf('a')).toBe(1);
  pass(1);
  expect(waitOf('a')).toBe(0);
  backOff.failed('a');
  expect(waitOf('a')).toBe(4);
  backOff.succeeded('a');
  expect(waitOf('a')).toBe(0);
  for (let count = 0; count < 8; count += 1) backOff.failed('a');
  pass(3_600_000);
  backOff.failed('a');
  expect(waitOf('a')).toBe(0);
});

it('counts the addresses of one IPv6 subscriber together', () => {
  const { backOff, waitOf } = start();
  for (const device of ['1', '2', '3']) backOff.failed(`2001:db8:1:2::${device}`);
  expect(waitOf('2001:db8:1:2::4')).toBe(1);
  expect(waitOf('2001:db8:1:3::4')).toBe(0);
});
