import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createContentLoader } from './load.ts';
import { batchRule, createTestContent, testCourse, useTestContent, writeFiles } from './test-content.ts';

async function loadContent(folder: string) {
  return (await createContentLoader(folder)()).content;
}

describe('loading the content', () => {
  it('sorts the menu, the home page and the blog', async () => {
    const content = await loadContent(await useTestContent());
    const names = (courses: typeof content.courses) => courses.map(({ listItem }) => listItem.name);
    expect(names(content.courses)).toEqual(['Course 103', 'Course 102', 'Course 101']);
    expect(names(content.featuredCourses)).toEqual(['Course 102', 'Course 101']);
    expect(content.posts.map(({ listItem }) => listItem.seo_slug)).toEqual(['newer', 'older']);
  });

  it('renders Markdown, with pictures below /media', async () => {
    const content = await loadContent(await useTestContent());
    const { detail, searchText } = content.posts[0] ?? {};
    expect(detail?.description).toContain('A <strong>Retrospective</strong> for R&amp;D.');
    expect(detail?.description).toContain('<img src="/media/blog/board.svg" alt="Board">');
    expect(detail?.description).toContain(
      '<figure><img src="/media/blog/flow.svg" alt="Flow"><figcaption>Nothing waits &amp; all flows.</figcaption></figure>',
    );
    expect(searchText).toContain('a retrospective for r&d.');
    expect(content.courses[0]?.sections.faq[0]?.description).toBe('<p>About <em>Question 1</em>.</p>');
  });

  it('accepts a course without rating, learners and career growth', async () => {
    const folder = await useTestContent({
      'courses/course-four.yaml': testCourse(104, { rating: 0, learners_enrolled: undefined }),
    });
    await rm(resolve(folder, 'career-growth.yaml'));
    const { content, faults } = await createContentLoader(folder)();
    expect(faults.filter(({ effect }) => effect !== 'warning')).toEqual([]);
    expect(content.courseById.get(104)?.detail).toMatchObject({
      rating: null,
      learners_enrolled: 0,
      career_growth: { project_manager: { first_title: '' } },
    });
  });

  it('accepts courses with eight fields, without most other files', async () => {
    const load = createContentLoader(resolve(import.meta.dirname, '../../testing/small'));
    const { content, faults } = await load();
    expect(faults).toEqual([]);
    const names = ['Croissants and Danish Pastry', 'Sourdough Bread at Home', 'Barista Foundation'];
    expect(content.featuredCourses.map(({ listItem }) => listItem.name)).toEqual(names);
    expect(content.header).toEqual({ discount_text: '', button_text: '' });
    expect(content.posts).toEqual([]);
    const course = content.courseBySlug.get('sourdough-bread')?.detail;
    expect(course).toMatchObject({
      fee: 6500,
      discount_fee: 6500,
      rating: null,
      learners_enrolled: 0,
      certificate_image: '',
      curriculum: [],
      has_syllabus: 0,
    });
    // The id must not change, because bookings refer to it.
    expect(course?.id).toBe(1_880_471_511);
  });

  it('sells a batch at its own fee if there is no discount', async () => {
    const folder = await useTestContent({
      'courses/course-four.yaml': testCourse(104, {
        discount_fee: undefined,
        batches: [{ ...batchRule, fee: 20_000 }],
      }),
    });
    const { content, faults } = await createContentLoader(folder)();
    expect(faults.filter(({ effect }) => effect !== 'warning')).toEqual([]);
    expect(content.courseById.get(104)?.batchRules[0]?.common).toMatchObject({
      fee_paise: 2_000_000,
      discount_fee_paise: 2_000_000,
    });
  });

  it('parses only changed files again', async () => {
    const folder = await useTestContent();
    const load = createContentLoader(folder);
    const { content: before } = await load();
    await writeFiles(folder, { 'courses/course-two.yaml': testCourse(102, { order: 1, name: 'New name' }) });
    const { content: after } = await load();
    expect(after.courseById.get(102)?.listItem.name).toBe('New name');
    expect(after.courseById.get(101)?.sections).toBe(before.courseById.get(101)?.sections);
    expect(after.courseById.get(102)?.sections).not.toBe(before.courseById.get(102)?.sections);
  });

  it("finds no mistake in the content of the sample site", async () => {
    const { content, faults } = await createContentLoader(resolve(import.meta.dirname, '../../content'))();
    expect(content.courses.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('reads a catalogue of 300 courses completely', async () => {
    const files = Array.from({ length: 300 }, (_, index) => [
      `courses/extra-${index}.yaml`,
      testCourse(1_000 + index),
    ]);
    const { folder, remove } = await createTestContent(Object.fromEntries(files));
    try {
      expect((await loadContent(folder)).courses).toHaveLength(303);
    } finally {
      await remove();
    }
  });
});
