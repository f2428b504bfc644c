import { expect, test } from 'vitest';
import { formatPaise } from './enrolment/pricing.ts';
import { formatWhole } from './indian-number.ts';

/** Numbers of every length, and those just below and above. */
const numbers = Array.from({ length: 13 }, (_, length) => 10 ** length).flatMap((power) =>
  [power - 1, power, power + 1, power * 1.5, power * 9.87].map(Math.round),
);

test.each([[1], [-1]])('whole numbers, times %i, have the same format as with Intl', (sign) => {
  const whole = new Intl.NumberFormat('en-IN');
  for (const number of numbers.map((each) => each * sign || 0))
    expect(formatWhole(number)).toBe(whole.format(number));
});

test('amounts show paise only if there are any', () => {
  const options = { style: 'currency', currency: 'INR' } as const;
  const wholeRupees = new Intl.NumberFormat('en-IN', { ...options, maximumFractionDigits: 0 });
  const rupees = new Intl.NumberFormat('en-IN', options);
  for (const paise of numbers
    .filter((number) => number < 1e12)
    .flatMap((number) => [number, number * 100, -number || 0]))
    expect(formatPaise(paise)).toBe((paise % 100 === 0 ? wholeRupees : rupees).format(paise / 100));
});
