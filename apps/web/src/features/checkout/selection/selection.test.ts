import { describe, expect, it } from 'vitest';
import { takeSelection } from './selection.ts';

const choice = {
  course_id: 101,
  course_name: 'Leading SAFe',
  course_schedule_id: 101417991205,
  course_fee: 18_999,
  course_qty: 2,
};

describe('a selection in the address', () => {
  it('is removed, and the rest of the query string stays', () => {
    const search =
      '?course_id=101&course_name=Leading+SAFe&utm_source=mail&course_schedule_id=101417991205&course_fee=18999&course_qty=2';
    expect(takeSelection(search)).toEqual({ chosen: choice, rest: '?utm_source=mail' });
  });

  it.each([
    ['', ''],
    ['?utm_source=mail', '?utm_source=mail'],
    ['?course_id=101', ''],
    ['?course_id=x&course_schedule_id=101417991205', ''],
    ['?course_id=101&course_schedule_id=101417991205&course_fee=1e99', ''],
  ])('is absent from %j', (search, rest) => {
    expect(takeSelection(search)).toEqual({ chosen: undefined, rest });
  });
});
