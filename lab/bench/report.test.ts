import { expect, test } from 'vitest';
import { classify, type Target } from './report.ts';
import { targetLine } from './table.ts';

const cases: { target: Target; met: boolean; line: string }[] = [
  {
    target: { what: 'rate', value: 0.9, atLeast: 0.8 },
    met: true,
    line: 'pass   rate: 0.900, at least 0.800 (by 12.5 %)',
  },
  {
    target: { what: 'rate', value: 0.8, atLeast: 0.8 },
    met: true,
    line: 'pass   rate: 0.800, at least 0.800 (by 0.0 %)',
  },
  {
    target: { what: 'rate', value: 0.6, atLeast: 0.8 },
    met: false,
    line: 'SHORT  rate: 0.600, at least 0.800 (by 25.0 %)',
  },
  {
    target: { what: 'p99', value: 90, atMost: 60, unit: 'ms' },
    met: false,
    line: 'SHORT  p99: 90 ms, at most 60 ms (by 50.0 %)',
  },
  { target: { what: 'lost', value: 0, atMost: 0 }, met: true, line: 'pass   lost: 0, at most 0' },
  { target: { what: 'lost', value: 2, atMost: 0 }, met: false, line: 'SHORT  lost: 2, at most 0' },
];

test.each(cases)('$line', ({ target, met, line }) => {
  expect(classify(target).met).toBe(met);
  expect(targetLine(target)).toBe(line);
});

test('a target without a measurement is missed', () => {
  expect(classify({ what: 'rate', value: Number.NaN, atLeast: 0.8 }).met).toBe(false);
  expect(classify({ what: 'p99', value: Number.NaN, atMost: 60 }).met).toBe(false);
});
