import { callPath, type ReadCallName, readCallNames } from '@meridian/contracts/calls';
import { classifyRead } from '@meridian/contracts/classify-answer';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPost } from '../content/test-content.ts';
import { useTestUpstream } from '../test-upstream.ts';

const manyPosts = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [
    `blog/posts/post-${index}.md`,
    testPost({
      id: 100 + index,
      name: `Post ${index}`,
      published: `2026-01-${String(index + 1).padStart(2, '0')}`,
    }),
  ]),
);
const { app, setNow } = await useTestUpstream({ files: manyPosts });

beforeEach(() => setNow('2026-11-20T12:00:00+05:30'));

async function call(name: ReadCallName, body?: object) {
  const response = await request(app.server).post(callPath(name)).send(body);
  expect(response.status).toBe(200);
  return response.body;
}

const bodies: Partial<Record<ReadCallName, object>> = {
  blog_detail: { seo_slug: 'newer' },
  course_details: { seo_slug: 'course-one' },
  add_more_course_curriculum: { course_id: 101, offset: 4 },
  add_more_course_about_certification: { course_id: 101, offset: 4 },
  add_more_course_learning_objectives: { course_id: 101, offset: 10 },
  add_more_course_prerequisites: { course_id: 101, offset: 4 },
  add_more_course_faq: { course_id: 101, offset: 4 },
  page: { page_name: 'refund_policy' },
  course_schedule: { id: 101, day_type: '', offset: 0 },
};

it('publishes a post on its date', async () => {
  setNow('2026-01-10T23:59:00+05:30');
  const search = { offset: 0, search_val: 'Post 10', category_id: 0 };
  expect((await call('blog', search)).data).toMatchObject({ total_blog: 0 });
  expect(await call('blog_detail', { seo_slug: 'post-10' })).toMatchObject({ status: 0 });
  setNow('2026-01-11T00:00:00+05:30');
  expect((await call('blog', search)).data).toMatchObject({ total_blog: 1 });
  expect(await call('blog_detail', { seo_slug: 'post-10' })).toMatchObject({ status: 1 });
});

describe('every read', () => {
  it.each(readCallNames)(
    '%s answers as the contract specifies, without need for lenient parsing',
    async (name) => {
      const body = await call(name, bodies[name]);
      expect(body).toMatchObject({ status: 1, message: 'OK' });
      expect(classifyRead(name, body)).toEqual({ verdict: 'ok', findings: [] });
    },
  );

  it.each([
    ['blog_detail', { seo_slug: 'no-such' }, 'Blog post not found'],
    ['course_details', { seo_slug: 'no-such' }, 'Course not found'],
    ['course_schedule', { id: 9 }, 'Course not found'],
    ['add_more_course_faq', { course_id: 9 }, 'Course not found'],
    ['add_more_course_learning_objectives', { course_id: 9 }, 'Course not found'],
    ['blog_detail', { seo_slug: '../x' }, 'seo_slug: Not a valid address'],
    ['course_schedule', { id: 101, day_type: 'monday' }, /^day_type: /],
    ['blog', { offset: -1 }, /^offset: /],
    ['page', { page_name: 'secrets' }, /^page_name: /],
  ] as const)('%s with %o is refused', async (name, body, message) => {
    expect(await call(name, body)).toEqual({ status: 0, message: expect.stringMatching(message) });
  });

  it.each([
    ['no body and no content type', undefined, ''],
    ['an empty body that claims to be JSON', 'application/json', ''],
    ['JSON that claims to be text', 'text/plain', '{"offset":24}'],
  ])('takes %s', async (_what, type, body) => {
    const post = request(app.server).post('/blog');
    const response = await (type ? post.set('Content-Type', type).send(body) : post);
    expect(response.body).toMatchObject({ status: 1, data: { total_blog: 26 } });
  });

  it('refuses a body that is not JSON, and unknown paths', async () => {
    const broken = await request(app.server)
      .post('/blog')
      .set('Content-Type', 'application/json')
      .send('{"a');
    expect(broken.body).toEqual({ status: 0, message: 'The request body is not JSON.' });
    const unknown = await request(app.server).post('/resources');
    expect(unknown.status).toBe(404);
    expect(unknown.body.status).toBe(0);
  });
});

describe('the blog', () => {
  it.each([
    [{ search_val: 'RETRO' }, 1],
    [{ search_val: 'tharakan' }, 1],
    [{ search_val: 'r&d' }, 1],
    [{ search_val: 'newer &' }, 1],
    [{ search_val: 'strong' }, 0],
    [{ search_val: 0 }, 26],
    [{ search_val: 'plain', category_id: 2 }, 0],
    [{ category_id: '2' }, 1],
  ])('%o finds %i', async (body, total) => {
    const { data } = await call('blog', body);
    expect(data.total_blog).toBe(total);
    expect(data.latest_blog).toHaveLength(Math.min(total, 12));
  });

  it('has pages of 12, newest first, without gaps or repetitions', async () => {
    const pages = await Promise.all([0, 12, 24, 36].map((offset) => call('blog', { offset })));
    const posts = pages.flatMap(({ data }) => data.latest_blog);
    expect(pages.map(({ data }) => data.latest_blog.length)).toEqual([12, 12, 2, 0]);
    expect(new Set(posts.map(({ id }: { id: number }) => id)).size).toBe(26);
    const days = posts.map(({ published }: { published: string }) => published);
    expect(days).toEqual(days.toSorted().toReversed());
  });
});

describe('a course', () => {
  it('has the first page and the total of each section', async () => {
    const { data } = await call('course_details', { seo_slug: 'course-one' });
    const sections = [
      [data.curriculum, data.total_cur, 4, 6],
      [data.about_certification, data.total_about, 4, 5],
      [data.learning_objectives, data.total_learning, 10, 12],
      [data.prerequisites, data.total_prerequisites, 1, 1],
      [data.faq, data.total_faq, 4, 9],
    ];
    for (const [items, total, shown, all] of sections) {
      expect(items).toHaveLength(shown);
      expect(total).toBe(all);
    }
    expect(data).toMatchObject({
      category_name: 'Scrum',
      certified_image: data.certificate_image,
      faq_title: 'Frequently Asked Questions',
      workload_hours: 10,
      career_growth: { pmo_lead: { first_image: '/media/career/pay.svg' } },
    });
  });

  it('has the next four batches, and the related courses with their next batch', async () => {
    const { data } = await call('course_details', { seo_slug: 'course-one' });
    expect(data.upcoming_batches.map(({ start_date }: { start_date: string }) => start_date)).toEqual([
      '2026-11-21',
      '2026-11-23',
      '2026-11-30',
      '2026-12-05',
    ]);
    expect(data.course_student).toMatchObject([{ seo_slug: 'course-two', next_batch_date: '' }]);
    const home = await call('home');
    expect(home.data.course).toMatchObject([
      { seo_slug: 'course-two', next_batch_date: '' },
      { seo_slug: 'course-one', next_batch_date: '2026-11-21' },
    ]);
  });

  it('returns further items by 4, without repeating the first ones', async () => {
    const { data } = await call('course_details', { seo_slug: 'course-one' });
    const second = await call('add_more_course_faq', { course_id: 101, offset: 4 });
    const third = await call('add_more_course_faq', { course_id: 101, offset: 8 });
    expect([...data.faq, ...second.data, ...third.data].map(({ name }) => name)).toEqual(
      Array.from({ length: 9 }, (_, index) => `Question ${index + 1}`),
    );
    const objectives = await call('add_more_course_learning_objectives', { course_id: 101, offset: 10 });
    expect(objectives.data).toHaveLength(2);
  });
});

describe('the schedule', () => {
  const idsOf = (data: { course_schedule: { id: number }[] }) => data.course_schedule.map(({ id }) => id);

  it('has pages of 6, sorted by time', async () => {
    const first = (await call('course_schedule', { id: 101 })).data;
    const second = (await call('course_schedule', { id: '101', offset: 6 })).data;
    expect(first.total_schedule).toBe(10);
    expect(second.course_schedule).toHaveLength(4);
    const all = [...first.course_schedule, ...second.course_schedule];
    const dates = all.map(({ start_date }) => start_date);
    expect(dates).toEqual(dates.toSorted());
    expect(new Set(all.map(({ id }) => id)).size).toBe(10);
  });

  it('has the data of a batch card', async () => {
    const { data } = await call('course_schedule', { id: 101 });
    expect(data.course_schedule[0]).toMatchObject({
      start_date: '2026-11-21',
      end_date: '2026-11-22',
      day_type: 'weekend',
      start_time: '09:00',
      fee: 20_000,
      discount_fee: 15_000.5,
      price_off: 25,
      selling_fast: 0,
    });
    expect(data.course_schedule[1]).toMatchObject({
      day_type: 'weekday',
      fee: 24_999,
      discount_fee: 18_999,
      price_off: 24,
      selling_fast: 1,
    });
    expect(data.course_schedule[2].selling_fast).toBe(0);
  });

  it('has days of class, city and joining instructions if its file has them', async () => {
    const { data } = await call('course_schedule', { id: 101 });
    const hours = { start_time: '19:00', end_time: '22:00' };
    expect(data.course_schedule[1]).toMatchObject({
      start_date: '2026-11-23',
      mode: 'classroom',
      city: 'Bengaluru',
      venue_state: '29',
      joining: 'https://zoom.example/1',
      sessions: [
        { date: '2026-11-23', ...hours },
        { date: '2026-11-25', ...hours },
      ],
    });
    expect(data.course_schedule[0].sessions.map(({ date }: { date: string }) => date)).toEqual([
      '2026-11-21',
      '2026-11-22',
    ]);
  });

  it('can be filtered by type of day', async () => {
    const { data } = await call('course_schedule', { id: 101, day_type: 'weekend' });
    expect(data.total_schedule).toBe(5);
    expect(data.course_schedule.every(({ day_type }: { day_type: string }) => day_type === 'weekend')).toBe(
      true,
    );
  });

  it('changes at midnight in India, and keeps the ids', async () => {
    setNow('2026-11-20T23:59:59+05:30');
    const before = (await call('course_schedule', { id: 101 })).data;
    expect(before.course_schedule[0].start_date).toBe('2026-11-21');
    setNow('2026-11-21T00:00:00+05:30');
    const after = (await call('course_schedule', { id: 101 })).data;
    expect(after.course_schedule[0].start_date).toBe('2026-11-23');
    expect(idsOf(after).slice(0, 5)).toEqual(idsOf(before).slice(1));
  });
});

describe('the resources', () => {
  it.each([
    [{}, ['Planning', 'Flow'], ['Exam']],
    [{ resources_category_id: 0, search_val: '' }, ['Planning', 'Flow'], ['Exam']],
    [{ resources_category_id: 2 }, ['Flow'], ['Exam']],
    [{ search_val: 'PLAN' }, ['Planning'], []],
    [{ resources_category_id: 2, search_val: 'plan' }, [], []],
  ])('%o', async (body, ebooks, practiceTests) => {
    const { data } = await call('Resources', body);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(data.ebook)).toEqual(ebooks);
    expect(names(data.practice_test)).toEqual(practiceTests);
  });
});
