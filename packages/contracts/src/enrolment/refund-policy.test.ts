import { describe, expect, it } from 'vitest';
import { datedSteps, refundPaise, refundPercent } from './refund-policy.ts';

const policy = [
  { until_hours_before: 72, percent: 100, within_hours_of_payment: 24 },
  { until_hours_before: 336, percent: 100 },
  { until_hours_before: 168, percent: 75 },
  { until_hours_before: 72, percent: 50 },
];
const startsOn = '2027-03-20';
const paidAt = new Date('2027-02-01T10:00:00+05:30');

describe('the refund policy', () => {
  it.each([
    ['2027-03-05T23:59:59+05:30', 100],
    ['2027-03-06T00:00:00+05:30', 75],
    ['2027-03-10T12:00:00+05:30', 75],
    ['2027-03-12T23:59:59+05:30', 75],
    ['2027-03-13T00:00:00+05:30', 50],
    ['2027-03-16T23:59:59+05:30', 50],
    ['2027-03-17T00:00:00+05:30', 0],
    ['2027-03-25T00:00:00+05:30', 0],
  ])('counts whole days in India: cancelled at %s, the refund is %i per cent', (now, percent) => {
    expect(refundPercent(policy, { startsOn, paidAt, now: new Date(now) })).toBe(percent);
  });

  it('refunds everything within a day of the payment, unless the batch begins soon', () => {
    const paid = new Date('2027-03-14T10:00:00+05:30');
    const at = (now: string) => refundPercent(policy, { startsOn, paidAt: paid, now: new Date(now) });
    expect(at('2027-03-15T10:00:00+05:30')).toBe(100);
    expect(at('2027-03-15T10:00:01+05:30')).toBe(50);
    expect(
      refundPercent(policy, { startsOn, paidAt: null, now: new Date('2027-03-15T09:00:00+05:30') }),
    ).toBe(50);
    expect(
      refundPercent(policy, {
        startsOn,
        paidAt: new Date('2027-03-16T22:00:00+05:30'),
        now: new Date('2027-03-17T01:00:00+05:30'),
      }),
    ).toBe(0);
  });

  it('computes the amount of the published example', () => {
    expect(refundPaise(22_418_82, 75)).toBe(16_814_12);
  });

  it('returns the end of each step, the highest percentage first', () => {
    expect(datedSteps(policy, startsOn).map(({ percent, until }) => [percent, until])).toEqual([
      [100, '2027-03-05T18:30:00.000Z'],
      [100, '2027-03-16T18:30:00.000Z'],
      [75, '2027-03-12T18:30:00.000Z'],
      [50, '2027-03-16T18:30:00.000Z'],
    ]);
  });

  it('returns no steps if the first day cannot be read', () => {
    expect(datedSteps(policy, 'to be announced')).toEqual([]);
  });
});
