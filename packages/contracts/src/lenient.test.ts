import { describe, expect, it } from 'vitest';
import { readNumber } from './lenient.ts';
import { course, courseDetails } from './site/courses/course.ts';
import { home } from './site/home.ts';
import { courseSchedule } from './site/schedule/schedule.ts';

describe('readNumber', () => {
  it.each([
    [12, 12],
    ['12', 12],
    ['24,999.00', 24999],
    ['₹ 24,999', 24999],
    ['Rs. 1,23,456', 123456],
    ['20%', 20],
    ['free', null],
    ['', null],
    [null, null],
    [Number.NaN, null],
    ['1e9', null],
  ])('%j is %j', (value, expected) => {
    expect(readNumber(value)).toBe(expected);
  });
});

describe('lenient parsing of answers', () => {
  it('normalises numbers as strings, null texts and missing lists', () => {
    const data = courseDetails.data.parse({
      id: '101',
      name: 'Leading SAFe',
      fee: '24,999',
      discount_fee: 'on request',
      learners_enrolled: '4200',
      total_faq: '7',
      faq: [{ id: '1', name: null, description: '<p>Yes</p>' }, null],
      curriculum: null,
      course_overview: ['A plain text', { description: 'An object' }],
      certified_image: '/media/c.svg',
    });
    expect(data).toMatchObject({
      id: 101,
      fee: 24999,
      discount_fee: null,
      learners_enrolled: 4200,
      total_faq: 7,
      faq: [{ id: 1, name: '', description: '<p>Yes</p>' }],
      curriculum: [],
      course_overview: [{ description: 'A plain text' }, { description: 'An object' }],
      certificate_image: '/media/c.svg',
      meta_title: '',
      career_growth: { pmo_lead: { demand_title: '' } },
    });
  });

  it('rejects values that cannot be converted', () => {
    expect(course.safeParse({ name: 'No id' }).success).toBe(false);
    expect(home.data.safeParse('a page of HTML').success).toBe(false);
    expect(courseSchedule.data.safeParse({ id: 1, course_schedule: 'none' }).success).toBe(false);
  });

  it('converts flags, prices and missing texts of batches', () => {
    const { course_schedule: batches } = courseSchedule.data.parse({
      id: 1,
      total_schedule: '1',
      course_schedule: [
        { id: 9, start_date: '2027-01-02', selling_fast: '1', fee: '100', discount_fee: null },
      ],
    });
    expect(batches[0]).toMatchObject({ selling_fast: 1, fee: 100, discount_fee: null, day_type: '' });
  });
});
