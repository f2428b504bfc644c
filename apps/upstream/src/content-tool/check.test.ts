import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { batchRule, type TestFiles, testCourse, testPost, useTestContent } from '../content/test-content.ts';
import { sampleContentDir } from '../env.ts';
import { checkContent } from './check.ts';

const course = 'courses/course-zero.yaml';
const post = 'blog/posts/lost.md';

function withCourse(changes: object): TestFiles {
  return { [course]: testCourse(100, changes) };
}

function withBatch(changes: object): TestFiles {
  return withCourse({ batches: [{ ...batchRule, ...changes }] });
}

function withText(from: string | RegExp, to: string): TestFiles {
  return { [course]: stringify(testCourse(100)).replace(from, to) };
}

const { instructor_name: _trainer, ...withoutTrainer } = batchRule;

/** Mistakes that the check finds. Only a running upstream reports a removed course with bookings. */
const mistakes: [
  what: string,
  files: TestFiles,
  severity: 'error' | 'warning',
  file: string,
  field: string,
][] = [
  ['₹ in a price', withCourse({ fee: '₹12,000' }), 'error', course, 'fee'],
  ['a comma in a price', withCourse({ fee: '12,000' }), 'error', course, 'fee'],
  ['a price of ₹99', withCourse({ discount_fee: 99 }), 'warning', course, 'discount_fee'],
  ['a price of ₹0', withCourse({ discount_fee: 0 }), 'warning', course, 'discount_fee'],
  ['a price above the fee', withBatch({ discount_fee: 26_999 }), 'error', course, 'batches.0.discount_fee'],
  ['no trainer', withCourse({ batches: [withoutTrainer] }), 'error', course, 'batches.0.instructor_name'],
  [
    'an unknown trainer',
    withBatch({ instructor_name: 'Kavya' }),
    'error',
    course,
    'batches.0.instructor_name',
  ],
  ['an Indian date', withBatch({ first: '07-12-2026' }), 'error', course, 'batches.0.first'],
  ['31 November', withBatch({ first: '2026-11-31' }), 'error', course, 'batches.0.first'],
  [
    'a first day of another weekday',
    withBatch({ first: '2026-01-06' }),
    'warning',
    course,
    'batches.0.first',
  ],
  ['an end before the start', withBatch({ end_time: '18:00' }), 'error', course, 'batches.0.end_time'],
  ['a time in words', withBatch({ start_time: '7 PM' }), 'error', course, 'batches.0.start_time'],
  ['an id used twice', withCourse({ id: 101 }), 'error', course, 'id'],
  [
    'a copied file',
    { 'courses/course-one-copy.yaml': testCourse(101) },
    'error',
    'courses/course-one.yaml',
    'id',
  ],
  ['a tab', withText(/^ {2}- Live$/m, '\t- Live'), 'error', course, ''],
  ['an unknown field', withCourse({ colour: 'red' }), 'error', course, 'colour'],
  ['a related course that does not exist', withCourse({ related: ['nine'] }), 'error', course, 'related.0'],
  ['a category that does not exist', withCourse({ category: 'magic' }), 'error', course, 'category'],
  [
    'a category with the path of a page',
    { 'categories.yaml': [{ id: 1, name: 'Blog', seo_slug: 'blog' }] },
    'error',
    'categories.yaml',
    '0.seo_slug',
  ],
  [
    'capitals in a file name',
    { 'courses/Course-Four.yaml': testCourse(104) },
    'error',
    'courses/Course-Four.yaml',
    '',
  ],
  ['a picture over http', withCourse({ image: 'http://other.example/a.svg' }), 'error', course, 'image'],
  [
    'a picture on another host',
    withCourse({ image: 'https://other.example/a.svg' }),
    'warning',
    course,
    'image',
  ],
  ['a missing picture', withCourse({ image: 'courses/none.svg' }), 'warning', course, 'image'],
  [
    'a missing picture in Markdown',
    { [post]: testPost({ id: 3, name: 'Lost' }, '![A](blog/none.svg)') },
    'warning',
    post,
    '',
  ],
  [
    'an unknown placeholder in Markdown',
    withCourse({ faq: [{ name: 'Who?', description: 'We are {{legal_nam}}.' }] }),
    'error',
    course,
    'faq.0.description',
  ],
  ['an empty placeholder', { [post]: testPost({ id: 3, name: 'Lost' }, 'We are {{}}.') }, 'error', post, ''],
  [
    'a placeholder in a plain text',
    withCourse({ description: 'By {{legal_name}}' }),
    'warning',
    course,
    'description',
  ],
  ['HTML in a plain text', withCourse({ description: '<b>Bold</b>' }), 'warning', course, 'description'],
  [
    'a long meta description',
    withCourse({ meta_description: 'A'.repeat(400) }),
    'warning',
    course,
    'meta_description',
  ],
  ['a missing mandatory field', withCourse({ fee: undefined }), 'error', course, 'fee'],
];

describe('the check of a folder', () => {
  it.each(mistakes)('reports %s with file, line and field', async (_what, files, severity, file, field) => {
    const { lines, hasErrors } = await checkContent(await useTestContent(files));
    const start = `${severity.padEnd(7)} ${file}:`;
    const place = lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
    expect(place).toContainEqual(
      expect.stringMatching(field ? new RegExp(`^\\d+: ${field}: \\w`) : /^\d+: \w/),
    );
    expect(hasErrors).toBe(severity === 'error');
  });

  it('reports policies that keep the texts of the sample, whatever names were replaced', async () => {
    const sample = await readFile(join(sampleContentDir, 'pages/refund_policy.md'), 'utf8');
    const copied = sample.replaceAll('your booking page', 'the Kaveri page');
    const own = '## Refunds\n\nWrite to us within ten days of your booking, and we refund the whole fee.';
    const { lines, hasErrors } = await checkContent(
      await useTestContent({ 'pages/refund_policy.md': copied, 'pages/terms_conditions.md': own }),
    );
    const found = lines.filter((line) => line.startsWith('warning pages/'));
    expect(found).toEqual([
      expect.stringMatching(
        /^warning pages\/refund_policy\.md:1: has \d+ of \d+ sentences from the sample policy/,
      ),
    ]);
    expect(hasErrors).toBe(false);
  });

  it('does not report the policies of the sample itself', async () => {
    expect((await checkContent(sampleContentDir)).lines.join('\n')).not.toContain('sample policy');
  });

  it('prints errors before warnings', async () => {
    const { lines } = await checkContent(await useTestContent(withCourse({ fee: '12,000' })));
    expect(lines[0]).toMatch(/^error {3}courses\/course-zero\.yaml:\d+: fee: must be a number such as 12000/);
    expect(lines[1]).toMatch(
      /^warning courses\/course-one\.yaml:\d+: curriculum_file: names files\/not-made\.pdf/,
    );
  });

  it('accepts known placeholders, and braces in code', async () => {
    const text = 'We are {{legal_name}}, {{attendees_until}}.\n\n    run: {{ secrets.KEY }}';
    const { lines } = await checkContent(
      await useTestContent({ [post]: testPost({ id: 3, name: 'Lost' }, text) }),
    );
    expect(lines.filter((line) => line.includes(post) && line.includes('refers'))).toEqual([]);
  });

  it('reports the line of an unknown placeholder in a page', async () => {
    const { lines } = await checkContent(
      await useTestContent({ 'pages/privacy_policy.md': 'Hello.\n\nWe are {{ name }}.\n' }),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^error {3}pages\/privacy_policy\.md:3: refers to \{\{ name \}\}, which does not exist/,
      ),
    );
  });

  it('reports an empty mandatory file', async () => {
    const { lines, hasErrors } = await checkContent(await useTestContent({ 'pages/privacy_policy.md': '' }));
    expect(lines).toContain('error   pages/privacy_policy.md:1: is empty');
    expect(hasErrors).toBe(true);
  });
});
