import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ContentError } from './content-error.ts';
import { createContentLoader } from './load.ts';
import { batchRule, type TestFiles, testCourse, testPost, useTestContent, writeFiles } from './test-content.ts';

/** The test content names a file that does not exist. These tests ignore that mistake. */
const isOfBase = (message: string) => message.includes('files/not-made');

async function faultsOf(folder: string, versions?: ReadonlyMap<string, string>) {
  const { faults } = await createContentLoader(folder)(versions);
  return faults.filter(({ message }) => !isOfBase(message));
}

/** Text of a course file with one line replaced. */
function courseText(from: string | RegExp, to: string): string {
  const text = stringify(testCourse(100));
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`the course has no ${from}`);
  return changed;
}

const lineIn = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

type Mistake = [what: string, text: string, at: string, field: string, message: string];

const refused: Mistake[] = [
  ['₹ in a price', courseText(/^fee: .*/m, 'fee: ₹12,000'), 'fee: ₹', 'fee', 'must be a number such as 12000, without ₹ or commas'],
  ['a comma in a price', courseText(/^fee: .*/m, 'fee: 12,000'), 'fee: 12', 'fee', 'must be a number such as 12000, without ₹ or commas'],
  ['no trainer', courseText(/ {4}instructor_name: .*\n/, ''), '  - key', 'batches.0.instructor_name', 'is missing'],
  ['an Indian date', courseText(/first: .*/, 'first: 07-12-2026'), 'first: 07', 'batches.0.first', 'must be a date such as 2026-05-18'],
  ['a day that does not exist', courseText(/first: .*/, 'first: 2026-11-31'), 'first: 2026-11', 'batches.0.first', 'must be a date such as 2026-05-18'],
  ['a tab', courseText(/^ {2}- Live$/m, '\t- Live'), '\t- Live', '', 'has a tab at the beginning of the line: indent with spaces'],
  ['an unknown field', courseText(/^fee: /m, 'colour: red\nfee: '), 'colour', 'colour', 'is not a known field: correct its name'],
  ['an end before the start', courseText(/end_time: .*/, 'end_time: 18:00'), 'end_time', 'batches.0.end_time', 'must be later than start_time'],
  ['a time in words', courseText(/end_time: .*/, 'end_time: 9 PM'), 'end_time', 'batches.0.end_time', "must be a time such as '19:00'"],
  ['a picture over http', courseText(/^image: .*/m, 'image: http://other.example/one.svg'), 'image: http', 'image', 'must be a path below media/, such as courses/leading-safe.svg, or an address with https://'],
  ['a price above the fee', courseText(/^discount_fee: .*/m, 'discount_fee: 30000'), 'discount_fee', 'discount_fee', 'must not be more than fee'],
  ["a batch's price above the fee", courseText(/ {4}seats: 8\n/, '    seats: 8\n    discount_fee: 26999\n'), 'discount_fee: 26999', 'batches.0.discount_fee', 'must not be more than fee'],
  ['an unknown trainer', courseText('Kavya Raghunathan', 'Kavya Ragunathan'), 'instructor_name', 'batches.0.instructor_name', 'Kavya Ragunathan is not in people/trainers.yaml'],
  ['a related course that does not exist', courseText('related: []', 'related: [course-two, course-nine]'), 'related', 'related.1', 'course-nine does not exist'],
  ['a category that does not exist', courseText(/^category: .*/m, 'category: magic'), 'category', 'category', 'magic is not in categories.yaml'],
  ["another course's id", courseText(/^id: .*/m, 'id: 102'), 'id', 'id', '102 is also used by courses/course-two.yaml'],
  ['a batch key used twice', courseText('key: weekend', 'key: weekday-evening'), 'key: weekday-evening\n    starts_on: saturday', 'batches.1.key', 'weekday-evening is used twice'],
  ['days of class in the wrong order', courseText(/ {6}- 3\n/, '      - 3\n      - 2\n'), 'class_days', 'batches.0.class_days', 'must begin with 1 and ascend'],
  ['a day of class twice', courseText(/ {6}- 3\n/, '      - 3\n      - 3\n'), 'class_days', 'batches.0.class_days', 'must begin with 1 and ascend'],
  ['a first day without class', courseText(/ {6}- 1\n/, ''), 'class_days', 'batches.0.class_days', 'must begin with 1 and ascend'],
  ['a classroom without its state', courseText(/ {4}venue_state: .*\n/, ''), '  - key', 'batches.0.venue_state', 'is required for a classroom'],
  ['a state by its name', courseText(/venue_state: .*/, 'venue_state: Karnataka'), 'venue_state', 'batches.0.venue_state', "must be the two digits of a state, such as '29'"],
  ['an online batch in a city', courseText(/ {4}mode: classroom\n {4}city: .*\n {4}venue_state: .*\n/, '    city: Pune\n'), 'city: Pune', 'batches.0.city', 'is only allowed for a classroom'],
  ['a number for a text', courseText(/^level: .*/m, 'level: 3'), 'level', 'level', 'must be one of Beginner, Intermediate, Advanced'],
  ['a text for a list', courseText('related: []', 'related: course-two'), 'related', 'related', 'must be a list, each item on a line that begins with -'],
  ['a field left empty', courseText(/^name: .*/m, 'name: "  "'), 'name', 'name', 'must not be empty'],
  ['a quote that is not closed', courseText(/^name: .*/m, 'name: "Course'), 'name', '', 'lacks a character such as a closing quote or bracket'],
  ['an empty file', '', '', '', 'is empty'],
];

const reported: Mistake[] = [
  ['a price of ₹0', courseText(/^discount_fee: .*/m, 'discount_fee: 0'), 'discount_fee', 'discount_fee', 'is ₹0, which the checkout does not sell'],
  ['a price of ₹99', courseText(/^discount_fee: .*/m, 'discount_fee: 99'), 'discount_fee', 'discount_fee', 'is ₹99, but the median of all courses is ₹18,999: check the price'],
  ['a price of a digit too many', courseText(/^fee: .*\ndiscount_fee: .*/m, 'fee: 249990\ndiscount_fee: 199990'), 'discount_fee', 'discount_fee', 'is ₹1,99,990, but the median of all courses is ₹18,999: check the price'],
  ['a first day of another weekday', courseText(/first: .*/, 'first: 2026-01-06'), 'first', 'batches.0.first', 'is a tuesday, but starts_on is monday: the first batch starts on the following monday'],
  ['a missing picture', courseText(/^image: .*/m, 'image: courses/none.svg'), 'image', 'image', 'names courses/none.svg, which is not below media/'],
  ['HTML in a plain text', courseText('What it is for.', '<b>What</b> it is for.'), 'description', 'description', 'has HTML, which visitors see as it is written: use plain text'],
  ['a long meta description', courseText('A course.', 'A'.repeat(400)), 'meta_description', 'meta_description', 'has 400 characters: search engines show 160'],
  ["a missing picture in a course's Markdown", courseText('About *Module 1*.', '"![Board](blog/none.svg)"'), '    description: "![B', 'curriculum.0.description', 'names blog/none.svg, which is not below media/'],
];

const course = 'courses/course-zero.yaml';

describe('a mistake in a course', () => {
  it.each(refused)('%s: a new course is left out', async (_what, text, at, field, message) => {
    const folder = await useTestContent({ [course]: text });
    expect(await faultsOf(folder)).toEqual([
      { file: course, line: lineIn(text, at), field, message, effect: 'left_out' },
    ]);
  });

  it.each(refused)('%s: the last valid version of the course stays in use', async (_what, text) => {
    const valid = stringify(testCourse(100, { name: 'As it was' }));
    const folder = await useTestContent({ [course]: text });
    const { content, faults } = await createContentLoader(folder)(new Map([[course, valid]]));
    expect(content.courseById.get(100)?.listItem.name).toBe('As it was');
    expect(faults.find(({ file }) => file === course)?.effect).toBe('former_version');
  });

  it.each(reported)('%s is reported, and the file is used', async (_what, text, at, field, message) => {
    const folder = await useTestContent({ [course]: text });
    const { content } = await createContentLoader(folder)();
    expect(content.courseById.has(100)).toBe(true);
    expect(await faultsOf(folder)).toEqual([
      { file: course, line: lineIn(text, at), field, message, effect: 'warning' },
    ]);
  });

  it('bytes that are not UTF-8 are reported at their first line', async () => {
    const folder = await useTestContent();
    await writeFile(join(folder, course), Buffer.from('id: 100\nname: Caf\xe9\n', 'latin1'));
    expect(await faultsOf(folder)).toEqual([
      expect.objectContaining({ line: 2, message: 'has bytes that are not text: save the file as UTF-8' }),
    ]);
  });

  it('is reported together with the mistakes of other files and fields', async () => {
    const folder = await useTestContent({
      'courses/course-one.yaml': testCourse(101, { fee: '12,000', colour: 'red' }),
      'courses/course-two.yaml': 'id: "unclosed',
      'blog/posts/older.md': 'no front matter',
    });
    expect((await faultsOf(folder)).map(({ file, field }) => `${file} ${field}`.trim())).toEqual([
      'courses/course-one.yaml fee',
      'courses/course-one.yaml colour',
      'courses/course-two.yaml',
      'blog/posts/older.md',
    ]);
  });
});

describe('a mistake in other files', () => {
  const post = 'blog/posts/lost.md';
  const someFiles: [what: string, files: TestFiles, file: string, line: number, field: string, message: string][] = [
    ['a post in a category that does not exist', { [post]: testPost({ id: 3, name: 'Lost', category: 9 }) }, post, 2, 'category', '9 is not in blog/categories.yaml'],
    ['a post with an unknown field', { [post]: testPost({ id: 3, name: 'Lost', colour: 'red' }) }, post, 11, 'colour', 'is not a known field: correct its name'],
    ['capital letters in a file name', { 'blog/posts/Lost-Post.md': testPost({ id: 3, name: 'Lost' }) }, 'blog/posts/Lost-Post.md', 2, '', 'has a file name that cannot be part of a URL: use lowercase letters, digits and hyphens'],
    ['a space in a file name', { 'courses/Course four.yaml': testCourse(104) }, 'courses/Course four.yaml', 1, '', 'has a file name that cannot be part of a URL: use lowercase letters, digits and hyphens'],
  ];
  it.each(someFiles)('%s: the file is left out', async (_what, files, file, line, field, message) => {
    expect(await faultsOf(await useTestContent(files))).toEqual([
      { file, line, field, message, effect: 'left_out' },
    ]);
  });

  it('reports missing and external pictures in Markdown with their lines', async () => {
    const text = 'First.\n\n![A](blog/none.svg)\n\n![B](https://other.example/b.svg)\n\n![C](/media/blog/one.svg)';
    const folder = await useTestContent({
      [post]: testPost({ id: 3, name: 'Lost' }, text),
      'pages/privacy_policy.md': '## Privacy\n\n![A](none.svg)',
    });
    expect((await faultsOf(folder)).map(({ file, line, message }) => [file, line, message]).sort()).toEqual([
      [post, 14, 'names blog/none.svg, which is not below media/'],
      [post, 16, 'has a picture of another host (https://other.example/b.svg), which visitors may not see: put it below media/'],
      ['pages/privacy_policy.md', 3, 'names none.svg, which is not below media/'],
    ]);
  });

  it('reports a category with a reserved path, and the removal of a category that courses use; the old list stays', async () => {
    const folder = await useTestContent();
    const { versions } = await createContentLoader(folder)();
    const categories = (slug: string) => ({
      'categories.yaml': [
        { id: 2, name: 'SAFe', seo_slug: 'safe' },
        { id: 1, name: 'Scrum', seo_slug: slug },
      ],
    });
    await writeFiles(folder, categories('blog'));
    expect(await faultsOf(folder, versions)).toContainEqual({
      file: 'categories.yaml',
      line: 6,
      field: '1.seo_slug',
      message: 'blog is a reserved path: choose a different slug',
      effect: 'former_version',
    });
    await writeFiles(folder, categories('agile'));
    const { content, faults } = await createContentLoader(folder)(versions);
    expect(content.courses).toHaveLength(3);
    expect(faults).toContainEqual(
      expect.objectContaining({
        file: 'categories.yaml',
        message: 'lacks scrum, which courses/course-one.yaml refers to',
        effect: 'former_version',
      }),
    );
  });

  it('a copied course file is left out, whatever its name', async () => {
    const folder = await useTestContent();
    const { versions } = await createContentLoader(folder)();
    for (const copy of ['courses/a-copy.yaml', 'courses/z-copy.yaml'])
      await writeFiles(folder, { [copy]: testCourse(101) });
    const { content, faults } = await createContentLoader(folder)(versions);
    expect(content.courseById.get(101)?.listItem.seo_slug).toBe('course-one');
    expect(faults.filter(({ effect }) => effect !== 'warning')).toEqual([
      expect.objectContaining({ file: 'courses/a-copy.yaml', line: 1, field: 'id', effect: 'left_out' }),
      expect.objectContaining({ file: 'courses/z-copy.yaml', line: 1, field: 'id', effect: 'left_out' }),
    ]);
  });

  it('a category keeps a path that a later release reserves', async () => {
    const categories = [{ id: 1, name: 'Blog', seo_slug: 'blog' }];
    const folder = await useTestContent({ 'categories.yaml': categories });
    for (const name of ['one', 'two', 'three']) await rm(join(folder, `courses/course-${name}.yaml`));
    const versions = new Map([['categories.yaml', stringify(categories)]]);
    expect(await faultsOf(folder, versions)).toEqual([
      expect.objectContaining({ file: 'categories.yaml', field: '0.seo_slug', effect: 'warning' }),
    ]);
  });

  it('removing a course is a warning in the courses that are related to it', async () => {
    const folder = await useTestContent();
    const { versions } = await createContentLoader(folder)();
    await rm(join(folder, 'courses/course-two.yaml'));
    const { content, faults } = await createContentLoader(folder)(versions);
    expect(content.courses).toHaveLength(2);
    expect(faults).toContainEqual(
      expect.objectContaining({ file: 'courses/course-one.yaml', field: 'related.0', effect: 'warning' }),
    );
  });

  it('a missing folder keeps its files', async () => {
    const folder = await useTestContent();
    const { versions } = await createContentLoader(folder)();
    await rm(join(folder, 'courses'), { recursive: true });
    const { content, faults } = await createContentLoader(folder)(versions);
    expect(content.courses).toHaveLength(3);
    expect(faults).toContainEqual({ file: 'courses', line: null, field: '', message: 'is missing', effect: 'former_version' });
  });

  it.each([
    ['- id: 1\n  name: ""\n  seo_slug: scrum', 'categories.yaml:2: 0.name: must not be empty'],
    [undefined, 'categories.yaml: is missing'],
  ])('loading fails if a mandatory file has no valid version', async (text, message) => {
    const folder = await useTestContent();
    if (text === undefined) await rm(join(folder, 'categories.yaml'));
    else await writeFile(join(folder, 'categories.yaml'), text);
    const outcome = await createContentLoader(folder)().catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ContentError);
    expect(String(outcome)).toContain(message);
  });
});
