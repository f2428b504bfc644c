import { expect, it } from 'vitest';
import { isCreditLate } from './credit-deadline.ts';

it.each([
  ['2025-03-31T23:59:59', '2025-11-30T23:59:59', false],
  ['2025-03-31T23:59:59', '2025-12-01T00:00:00', true],
  ['2025-04-01T00:00:00', '2025-12-01T00:00:00', false],
  ['2025-04-01T00:00:00', '2026-11-30T23:59:59', false],
  ['2025-12-31T12:00:00', '2026-12-01T00:00:00', true],
  ['2021-03-31T12:00:00', '2021-10-20T23:59:59', false],
  ['2021-03-31T12:00:00', '2021-10-21T00:00:00', true],
])('a payment of %s IST: a credit note of %s is too late: %s', (paidAt, now, isLate) => {
  const inIndia = (time: string) => new Date(`${time}+05:30`);
  expect(isCreditLate(inIndia(paidAt), inIndia(now))).toBe(isLate);
});
