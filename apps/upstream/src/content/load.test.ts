import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContentError } from './content-error.ts';
import { createContentLoader } from './load.ts';
import { batchRule, createTestContent, testCourse, testPost, useTestContent, writeFiles } from './test-content.ts';

async function problemsOf(folder: string) {
  const outcome = await createContentLoader(folder)().catch((error: unknown) => error);
  if (!(outcome instanceof ContentError)) throw new Error('the content has no mistakes', { cause: outcome });
  return outcome.problems.map(({ file, field }) => `${file} ${field}`.trim());
}

describe('loading the content', () => {
  it('orders menu, home page and blog', async () => {
    const content = await createContentLoader(await useTestContent())();
    const names = (courses: typeof content.courses) => courses.map(({ listItem }) => listItem.name);
    expect(names(content.courses)).toEqual(['Course 103', 'Course 102', 'Course 101']);
    expect(names(content.featuredCourses)).toEqual(['Course 102', 'Course 101']);
    expect(content.posts.map(({ listItem }) => listItem.seo_slug)).toEqual(['newer', 'older']);
  });

  it('renders Markdown and points its pictures to /media', async () => {
    const content = await createContentLoader(await useTestContent())();
    const { detail, searchText } = content.posts[0] ?? {};
    expect(detail?.description).toContain('A <strong>Retrospective</strong> for R&amp;D.');
    expect(detail?.description).toContain('<img src="/media/blog/board.svg" alt="Board">');
    expect(detail?.description).toContain(
      '<figure><img src="/media/blog/flow.svg" alt="Flow"><figcaption>Nothing waits &amp; all flows.</figcaption></figure>',
    );
    expect(searchText).toContain('a retrospective for r&d.');
    expect(content.courses[0]?.sections.faq[0]?.description).toBe('<p>About <em>Question 1</em>.</p>');
  });

  it('lists pictures and files that are named and not there', async () => {
    const content = await createContentLoader(await useTestContent())();
    expect(content.missingMedia).toEqual(['files/not-made-either.pdf', 'files/not-made.pdf']);
  });

  it('parses again only what has changed', async () => {
    const folder = await useTestContent();
    const load = createContentLoader(folder);
    const before = await load();
    await writeFiles(folder, { 'courses/course-two.yaml': testCourse(102, { order: 1, name: 'New name' }) });
    const after = await load();
    expect(after.courseById.get(102)?.listItem.name).toBe('New name');
    expect(after.courseById.get(101)?.sections).toBe(before.courseById.get(101)?.sections);
    expect(after.courseById.get(102)?.sections).not.toBe(before.courseById.get(102)?.sections);
  });

  it("accepts the site's own content, with all its pictures and files", async () => {
    const content = await createContentLoader(resolve(import.meta.dirname, '../../content'))();
    expect(content.courses.length).toBeGreaterThan(0);
    expect(content.missingMedia).toEqual([]);
  });
});

describe('mistakes in the content', () => {
  it('are reported all at once with file and field', async () => {
    const folder = await useTestContent({
      'courses/course-one.yaml': testCourse(101, {
        discount_fee: 30_000,
        colour: 'red',
        batches: [{ ...batchRule, ahead: -1, end_time: '7 pm' }],
      }),
      'courses/Not an address.yaml': testCourse(107),
      'blog/posts/older.md': 'no front matter',
      'site.yaml': 'discount_text: "unclosed',
      'people/videos.yaml': [{ id: 1, youtube_url: 'javascript:alert(1)', title: 'x' }],
    });
    await rm(join(folder, 'trusted-by.yaml'));
    expect((await problemsOf(folder)).sort()).toEqual([
      'blog/posts/older.md',
      'courses/Not an address.yaml',
      'courses/course-one.yaml',
      'courses/course-one.yaml batches.0.ahead',
      'courses/course-one.yaml batches.0.end_time',
      'courses/course-one.yaml discount_fee',
      'people/videos.yaml 0.youtube_url',
      'site.yaml',
      'trusted-by.yaml',
    ]);
  });

  it.each([
    ['a fee above the struck one', { discount_fee: 30_000 }, 'discount_fee'],
    ['a batch that ends before it starts', { batches: [{ ...batchRule, end_time: '18:00' }] }, 'batches.0.end_time'],
    ['days of class out of order', { batches: [{ ...batchRule, class_days: [1, 3, 2] }] }, 'batches.0.class_days'],
    ['a day of class twice', { batches: [{ ...batchRule, class_days: [1, 2, 2] }] }, 'batches.0.class_days'],
    ['a first day without class', { batches: [{ ...batchRule, class_days: [2, 3] }] }, 'batches.0.class_days'],
    ['a classroom without its state', { batches: [{ ...batchRule, mode: 'classroom', city: 'Pune' }] }, 'batches.0.venue_state'],
    ['an online batch in a city', { batches: [{ ...batchRule, city: 'Pune' }] }, 'batches.0.city'],
    ['a fee of a batch above its struck one', { batches: [{ ...batchRule, discount_fee: 30_000 }] }, 'batches.0.discount_fee'],
    ['a batch key used twice', { batches: [batchRule, batchRule] }, 'batches.1.key'],
    ['a day that does not exist', { batches: [{ ...batchRule, first: '2026-02-30' }] }, 'batches.0.first'],
    ['a picture outside media', { image: '../secret.svg' }, 'image'],
    ['a category that does not exist', { category: 'magic' }, 'category'],
    ['a related course that does not exist', { related: ['course-two', 'course-nine'] }, 'related.1'],
    ['an id that another course has', { id: 102 }, 'id'],
  ])('%s', async (_what, changes, field) => {
    const folder = await useTestContent({ 'courses/course-zero.yaml': testCourse(100, changes) });
    const problems = await problemsOf(folder);
    expect(problems).toEqual([`courses/course-zero.yaml ${field}`]);
  });

  it('are found between posts and their categories, and in lists', async () => {
    const folder = await useTestContent({
      'blog/posts/lost.md': testPost({ id: 3, name: 'Lost', category: 9 }),
      'resources/categories.yaml': [
        { id: 1, name: 'Scrum' },
        { id: 2, name: 'Kanban' },
      ],
    });
    expect(await problemsOf(folder)).toEqual(['blog/posts/lost.md category']);
    await writeFile(join(folder, 'trusted-by.yaml'), '- {id: 1, name: A, image: a.svg}\n- {id: 1, name: B, image: b.svg}');
    expect(await problemsOf(folder)).toEqual(['trusted-by.yaml 1.id']);
  });
});

describe('a large catalogue', () => {
  it('of 300 courses is read whole', async () => {
    const files = Array.from({ length: 300 }, (_, index) => [
      `courses/extra-${index}.yaml`,
      testCourse(1_000 + index),
    ]);
    const { folder, remove } = await createTestContent(Object.fromEntries(files));
    try {
      expect((await createContentLoader(folder)()).courses).toHaveLength(303);
    } finally {
      await remove();
    }
  });
});
