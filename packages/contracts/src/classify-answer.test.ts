import { describe, expect, it } from 'vitest';
import { classifyRead, classifyRefusal, classifySubmit } from './classify-answer.ts';

const item = {
  name: 'Leading SAFe',
  category_name: 'SAFe',
  category_seo_slug: 'safe',
  seo_slug: 'leading-safe',
};
const ok = (data: unknown) => ({ status: 1, message: 'OK', data });

describe('classifyRead', () => {
  it.each([
    ['as specified', ok([item]), 'ok', []],
    [
      'a status in text',
      { ...ok([item]), status: '1' },
      'tolerated',
      ['answer.status: text read as a number'],
    ],
    ['no message', { status: 1, data: [item] }, 'tolerated', ['answer.message: nothing read as empty text']],
    ['null for no list', ok(null), 'tolerated', ['data: null read as an empty list']],
    ['empty items', ok([item, null]), 'tolerated', ['data: empty items were left out']],
    [
      'the same fault in each item',
      ok([
        { ...item, name: null },
        { ...item, name: null },
      ]),
      'tolerated',
      ['data.*.name: null read as empty text'],
    ],
    [
      'a missing field',
      ok([{ ...item, seo_slug: undefined }]),
      'tolerated',
      ['data.*.seo_slug: missing, read as empty text'],
    ],
    ['another type', ok('nothing'), 'deviates', ['data: Invalid input: expected array, received string']],
    [
      'no envelope',
      { data: [item] },
      'deviates',
      ['answer.status: Invalid input: expected number, received undefined'],
    ],
    ['a refusal', { status: 0, message: 'Try later' }, 'deviates', ['refused with status 0: Try later']],
  ] as const)('%s', (_name, answer, verdict, findings) => {
    expect(classifyRead('cat_course', answer)).toEqual({ verdict, findings });
  });

  it('names the path in a nested answer, and reports missing fields only if they are specified', () => {
    const batch = { id: 'x', start_date: '2026-12-01' };
    expect(
      classifyRead('course_schedule', ok({ id: '101', course_schedule: [batch, batch] })).findings,
    ).toEqual(['data.course_schedule.*.id: Invalid input: expected number, received string']);
    const home = { trusted_by: [{ id: 1, image: '/a.svg' }], expert: [], testimonials: [], course: [item] };
    expect(classifyRead('home', ok(home))).toEqual({ verdict: 'ok', findings: [] });
  });
});

describe('classifyRefusal', () => {
  it.each([
    [{ status: 0, message: 'Course not found' }, 'ok'],
    [{ status: 1, message: '', data: {} }, 'deviates'],
    ['<html>', 'deviates'],
  ] as const)('%o is %s', (answer, verdict) => {
    expect(classifyRefusal(answer).verdict).toBe(verdict);
  });
});

describe('classifySubmit', () => {
  it.each([
    [{ status: 1, message: 'Thanks' }, 'ok'],
    [{ status: 1, message: 'Thanks', data: { file_url: '/media/a.pdf' } }, 'ok'],
    [{ status: 1, message: 'Thanks', data: { file_url: 5 } }, 'deviates'],
    [{ status: 0, message: 'No' }, 'deviates'],
    [{ result: 'done' }, 'deviates'],
  ] as const)('%o is %s', (answer, verdict) => {
    expect(classifySubmit(answer).verdict).toBe(verdict);
  });
});
