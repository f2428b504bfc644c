/** Checks the reads: their data, a second page, and an unknown id. */
import { type ReadData, readSchemas } from '@meridian/contracts/call-schemas';
import { pageSizes, type ReadCallName } from '@meridian/contracts/calls';
import { classifyRead, classifyRefusal } from '@meridian/contracts/classify-answer';
import { policyNames } from '@meridian/contracts/site/policy-page';
import type { Result } from './result.ts';
import { type Ask, dataOf, type Found, resultOf, skipped } from './session.ts';

const noSuchSlug = 'there-is-no-such-thing';
const noSuchId = 999_999_999;
const plainReads = ['header', 'course_category', 'home', 'customer_speak'] as const;
const sectionReads = [
  'add_more_course_curriculum',
  'add_more_course_about_certification',
  'add_more_course_learning_objectives',
  'add_more_course_prerequisites',
  'add_more_course_faq',
] as const;

/** Checks the reads one after another, to keep the load on the upstream low. */
export async function checkReads(ask: Ask): Promise<{ results: Result[]; found: Found }> {
  const results: Result[] = [];
  const found: Found = {};

  /** @returns the normalised data, or undefined if the answer cannot be used */
  async function read<Name extends ReadCallName>(
    name: Name,
    question: string,
    body: Record<string, unknown> = {},
  ): Promise<ReadData<Name> | undefined> {
    const answered = await ask({ name, body });
    results.push(resultOf(name, question, answered, (json) => classifyRead(name, json)));
    return readSchemas[name].data.safeParse(dataOf(answered)).data as ReadData<Name> | undefined;
  }

  async function refuse(name: ReadCallName, body: Record<string, unknown>): Promise<void> {
    const answered = await ask({ name, body });
    results.push(resultOf(name, 'an unknown id', answered, classifyRefusal, { refusal: true }));
  }

  /** Reports items that are on both pages of a list, and an empty second page. */
  function comparePages(
    name: ReadCallName,
    first: readonly { id: number }[],
    next: readonly { id: number }[],
  ): void {
    const known = new Set(first.map(({ id }) => id));
    const repeated = next.filter(({ id }) => known.has(id)).length;
    const findings = [
      ...(next.length === 0
        ? ['the next page is empty, although the total is larger than the first page']
        : []),
      ...(repeated > 0 ? [`${repeated} items of the first page are also on the next page`] : []),
    ];
    const verdict = findings.length > 0 ? 'deviates' : 'ok';
    results.push({ call: name, question: 'pages do not overlap', verdict, findings });
  }

  const [menuItem] = (await read('cat_course', 'valid data')) ?? [];
  found.courseSlug = menuItem?.seo_slug || undefined;
  for (const name of plainReads) await read(name, 'valid data');

  const posts = await read('blog', 'first page', { offset: 0, search_val: 0 });
  const [post] = posts?.latest_blog ?? [];
  found.postSlug = post?.seo_slug || undefined;
  found.postId = post?.id;
  if (posts && posts.total_blog > posts.latest_blog.length) {
    const next = await read('blog', 'next page', { offset: pageSizes.blog, search_val: 0 });
    if (next) comparePages('blog', posts.latest_blog, next.latest_blog);
  }
  const [blogCategory] = (await read('blog_category', 'valid data')) ?? [];
  if (blogCategory)
    await read('blog', 'one category', { offset: 0, search_val: 0, category_id: blogCategory.id });
  if (found.postSlug) await read('blog_detail', 'one post', { seo_slug: found.postSlug });
  else results.push(skipped('blog_detail', 'one post', 'no post'));
  await refuse('blog_detail', { seo_slug: noSuchSlug });

  const course = found.courseSlug
    ? await read('course_details', 'one course', { seo_slug: found.courseSlug })
    : undefined;
  if (!found.courseSlug) results.push(skipped('course_details', 'one course', 'no course'));
  await refuse('course_details', { seo_slug: noSuchSlug });
  const courseId = course?.id;
  found.courseId = courseId;
  for (const name of sectionReads) {
    const offset =
      name === 'add_more_course_learning_objectives' ? pageSizes.learningObjectives : pageSizes.section;
    if (courseId === undefined) results.push(skipped(name, 'further items', 'no course'));
    else await read(name, 'further items', { course_id: courseId, offset });
  }

  for (const page of policyNames) await read('page', page, { page_name: page });
  const resources = await read('Resources', 'all', { resources_category_id: 0, search_val: '' });
  found.resourceId = resources?.ebook[0]?.id ?? resources?.practice_test[0]?.id;
  await read('resources_category', 'valid data');

  if (courseId === undefined) results.push(skipped('course_schedule', 'all days', 'no course'));
  else {
    const schedule = await read('course_schedule', 'all days', { id: courseId, day_type: '', offset: 0 });
    const [batch] = schedule?.course_schedule ?? [];
    if (batch) found.batch = { id: batch.id, fee: batch.discount_fee ?? batch.fee ?? 1 };
    for (const day of ['weekday', 'weekend'])
      await read('course_schedule', day, { id: courseId, day_type: day, offset: 0 });
    if (schedule && schedule.total_schedule > schedule.course_schedule.length) {
      const body = { id: courseId, day_type: '', offset: pageSizes.schedule };
      const next = await read('course_schedule', 'next page', body);
      if (next) comparePages('course_schedule', schedule.course_schedule, next.course_schedule);
    }
  }
  await refuse('course_schedule', { id: noSuchId, day_type: '', offset: 0 });
  return { results, found };
}
