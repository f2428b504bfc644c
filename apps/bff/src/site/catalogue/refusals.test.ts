import type { ReadCallName } from '@meridian/contracts/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { createCatalogue } from './catalogue.ts';
import type { PublishedTerms } from './text-writer.ts';

type Answers = Partial<Record<ReadCallName, (request: { [field: string]: unknown }) => unknown>>;

const refuse = Symbol('a status other than 1');
const fail = Symbol('no answer');
const dayMs = 24 * 60 * 60 * 1_000;

const terms: PublishedTerms = {
  refundPolicy: [],
  changePolicy: {
    moves: { early: { untilHoursBefore: 72, withinDays: 180 }, late: { times: 1, withinDays: 90 } },
    attendeesUntilHoursBefore: 48,
  },
};

let clock: number;
let answers: Answers;
let requested: string[];
let catalogue: ReturnType<typeof createCatalogue>;

beforeEach(() => {
  clock = Date.parse('2026-05-18T12:00:00+05:30');
  answers = {};
  requested = [];
  catalogue = createCatalogue({
    upstream: {
      async read(name, request) {
        requested.push(name);
        const data = answers[name]?.(request) ?? refuse;
        if (data === fail) throw new RemoteError('upstream', 'timeout', 'late');
        return data === refuse ? { status: 0, message: 'Not now' } : { status: 1, message: '', data };
      },
    },
    upstreamUrl: 'https://upstream.example',
    terms: () => terms,
    references: () => new Map(),
    headers: {},
    log: { warn: () => undefined },
    now: () => clock,
  });
});

/** What a page or a client gets if it waits for a refresh. */
async function outcome(name: ReadCallName, request: object = {}) {
  const { value } = await catalogue.read(catalogue.query(name, request), { wait: true });
  // The load counts as in flight until then.
  await value.compressing;
  await new Promise((resolve) => setImmediate(resolve));
  return value.refusal ?? value.envelope.data;
}

const courses = (...slugs: string[]) => slugs.map((seo_slug) => ({ seo_slug, name: seo_slug }));
const csm = { seo_slug: 'csm' };
const post = (index: number) => ({ id: index + 1, seo_slug: `post-${index}`, name: `Post ${index}` });
/** A blog of `count` posts, twelve per page. */
const blogOf = (count: number) => (request: { [field: string]: unknown }) => {
  const offset = Number(request.offset);
  const posts = Array.from({ length: Math.max(0, Math.min(12, count - offset)) }, (_, at) =>
    post(offset + at),
  );
  return { latest_blog: posts, total_blog: count };
};

describe('a refused list', () => {
  it('never replaces the cached list, which is served for a day', async () => {
    answers.header = () => ({ discount_text: 'first', button_text: '' });
    expect(await outcome('header')).toMatchObject({ discount_text: 'first' });
    answers = {};
    for (const passedMs of [61_000, 600_000, dayMs - 700_000]) {
      clock += passedMs;
      expect(await outcome('header')).toMatchObject({ discount_text: 'first' });
    }
    clock += 60_000;
    expect(await outcome('header')).toBe('refused');
  });

  it('is not cached: the next request calls the upstream again', async () => {
    expect(await outcome('home')).toBe('refused');
    answers.home = () => ({});
    expect(await outcome('home')).toMatchObject({ course: [] });
  });

  it('does not replace the cached list after a purge either', async () => {
    answers.cat_course = () => courses('csm');
    await outcome('cat_course');
    answers = {};
    catalogue.purge(() => true);
    expect(await outcome('cat_course')).toMatchObject([csm]);
  });
});

describe('a refused course', () => {
  it('is missing if the list of courses does not contain it; this is cached for ten seconds', async () => {
    answers.cat_course = () => courses('psm');
    expect(await outcome('course_details', csm)).toBe('missing');
    clock += 9_000;
    answers.course_details = () => ({ id: 1, ...csm });
    expect(await outcome('course_details', csm)).toBe('missing');
    clock += 2_000;
    expect(await outcome('course_details', csm)).toMatchObject(csm);
  });

  it('keeps its cached copy while all calls are refused, and is missing once the list no longer contains it', async () => {
    answers = { cat_course: () => courses('csm'), course_details: () => ({ id: 1, ...csm }) };
    expect(await outcome('course_details', csm)).toMatchObject(csm);
    answers = {};
    clock += 600_000;
    expect(await outcome('course_details', csm)).toMatchObject(csm);
    clock += 2_000;
    answers.cat_course = () => courses('csm');
    expect(await outcome('course_details', csm)).toMatchObject(csm);
    clock += 200_000;
    answers.cat_course = () => courses('psm');
    expect(await outcome('course_details', csm)).toBe('missing');
  });

  it.each([
    ['is refused as well', refuse],
    ['has no answer', fail],
    ['names it', courses('csm')],
  ])('is not missing if the list %s', async (_name, list) => {
    answers.cat_course = () => list;
    expect(await outcome('course_details', csm)).toBe('refused');
    // The refusal is not cached either.
    answers.course_details = () => ({ id: 1, ...csm });
    expect(await outcome('course_details', csm)).toMatchObject(csm);
  });
});

describe('a refused schedule', () => {
  it.each([
    ['missing', 'no other read finds the id', courses('csm'), refuse],
    ['missing', 'the course has no data', courses('csm'), []],
    ['refused', 'another read finds the id', courses('csm'), [{ id: 1, name: 'Module' }]],
    ['refused', 'lists are refused too', refuse, refuse],
  ] as const)('is %s where %s', async (expected, _why, list, modules) => {
    answers = { cat_course: () => list, add_more_course_curriculum: () => modules };
    expect(await outcome('course_schedule', { id: 7 })).toBe(expected);
  });

  it('is refused if all calls are refused, also while the list of courses is cached', async () => {
    answers = { cat_course: () => courses('csm') };
    await outcome('cat_course');
    answers = {};
    expect(await outcome('course_schedule', { id: 7 })).toBe('refused');
    clock += 2_000;
    answers = { cat_course: () => courses('csm') };
    expect(await outcome('course_schedule', { id: 7 })).toBe('missing');
  });
});

describe('a refused post', () => {
  it.each([
    ['missing', 'on no page of the list', 'no-such-post', blogOf(30)],
    ['refused', 'on the first page', 'post-3', blogOf(30)],
    ['refused', 'on the last page', 'post-160', blogOf(161)],
    ['refused', 'in a list that is refused', 'post-3', () => refuse],
    [
      'refused',
      'in a list with a missing page',
      'post-29',
      (request: { [field: string]: unknown }) => (request.offset === 24 ? fail : blogOf(30)(request)),
    ],
    ['missing', 'in a list that is too long to be read completely', 'post-99999', blogOf(100_000)],
  ] as const)('is %s if it is %s', async (expected, _why, seo_slug, blog) => {
    answers.blog = blog;
    expect(await outcome('blog_detail', { seo_slug })).toBe(expected);
    expect(requested.length).toBeLessThan(80);
  });

  it('in a list that is too long to be read completely keeps its cached copy', async () => {
    answers = { blog: blogOf(100_000), blog_detail: () => post(99_999) };
    await outcome('blog_detail', { seo_slug: 'post-99999' });
    delete answers.blog_detail;
    clock += 600_000;
    expect(await outcome('blog_detail', { seo_slug: 'post-99999' })).toMatchObject({ name: 'Post 99999' });
  });
});

it('a read without an answer fails with "Fetch error"', async () => {
  answers.header = () => fail;
  await expect(catalogue.read(catalogue.query('header', {}))).rejects.toThrow('Fetch error');
});
