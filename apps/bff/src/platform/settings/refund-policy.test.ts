import { expect, it } from 'vitest';
import { refundPolicy } from './refund-policy.ts';

const faultOf = (text: string) => refundPolicy.safeParse(text).error?.issues[0]?.message;

it('reads steps of the refund policy, and has those of the published one without a setting', () => {
  expect(refundPolicy.parse('48:100:24, 240:80')).toEqual([
    { until_hours_before: 48, percent: 100, within_hours_of_payment: 24 },
    { until_hours_before: 240, percent: 80 },
  ]);
  expect(refundPolicy.parse(undefined)).toHaveLength(4);
  expect(refundPolicy.parse('0:0')).toEqual([{ until_hours_before: 0, percent: 0 }]);
});

it.each([
  ['', 'must be steps'],
  ['336', 'must be steps'],
  ['336:101', 'must be steps'],
  ['336:100,', 'must be steps'],
  ['-1:100', 'must be steps'],
  ['336:50,168:75', 'gives 75 % at 168 hours'],
  ['336:50,336:50', 'gives 50 % at 336 hours'],
])('refuses %j', (text, message) => {
  expect(faultOf(text)).toContain(message);
});
