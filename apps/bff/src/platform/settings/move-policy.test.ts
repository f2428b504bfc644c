import { expect, it } from 'vitest';
import { movePolicy } from './move-policy.ts';

it('reads the rules of moves, and has those of the published policy without a setting', () => {
  expect(movePolicy.parse('96:30,2:14')).toEqual({
    early: { untilHoursBefore: 96, withinDays: 30 },
    late: { times: 2, withinDays: 14 },
  });
  expect(movePolicy.parse(undefined)).toEqual({
    early: { untilHoursBefore: 72, withinDays: 180 },
    late: { times: 1, withinDays: 90 },
  });
});

it.each(['', '72', '72:180', '72:180,1', '72:180,-1:90', '72:180,1:90,2:3'])('refuses %j', (text) => {
  expect(movePolicy.safeParse(text).error?.issues[0]?.message).toContain('must be HOURS:DAYS,TIMES:DAYS');
});
