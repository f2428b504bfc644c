import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { careerRoles } from '@meridian/contracts/site/courses/career-growth';
import { policyNames } from '@meridian/contracts/site/policy-page';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';

/** Files by path below the content folder; objects become YAML. */
export type TestFiles = Record<string, object | string>;

const item = (name: string) => ({ name, description: `About *${name}*.` });
const items = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => item(`${name} ${index + 1}`));

export const batchRule = {
  key: 'weekday-evening',
  starts_on: 'monday',
  every_weeks: 1,
  first: '2026-01-05',
  ahead: 5,
  class_days: [1, 2, 3, 4],
  start_time: '19:00',
  end_time: '22:00',
  online_class_room: 'Zoom',
  instructor_name: 'Kavya Raghunathan',
  seats: 8,
  sold_elsewhere: [8, 6, 0],
};

export const weekendRule = {
  ...batchRule,
  key: 'weekend',
  starts_on: 'saturday',
  every_weeks: 2,
  first: '2026-01-03',
  class_days: [1, 2],
  start_time: '09:00',
  end_time: '18:00',
  fee: 20_000,
  discount_fee: 15_000.5,
  seats: undefined,
  sold_elsewhere: [],
};

/** A course whose sections have more items than one page. */
export function testCourse(id: number, changes: object = {}): object {
  return {
    id,
    name: `Course ${id}`,
    category: 'scrum',
    order: id,
    featured: true,
    level: 'Intermediate',
    description: 'What it is for.',
    learners_enrolled: 4200,
    rating: 4.9,
    training_days: 2,
    image: 'courses/one.svg',
    image_title: 'Drawing of a board',
    certificate_image: 'certificates/one.svg',
    certificate_image_title: 'Sample certificate',
    meta_title: `Course ${id} training`,
    meta_description: 'A course.',
    meta_keyword: 'course',
    fee: 24_999,
    discount_fee: 18_999,
    highlights: ['Live', 'Small classes'],
    overview: ['What you learn'],
    live_online_classroom_name: 'Live online classroom',
    live_class: ['Two days'],
    enterprise: ['On your premises'],
    curriculum: items(6, 'Module'),
    about_certification: items(5, 'Certificate'),
    learning_objectives: items(12, 'Objective'),
    prerequisites: items(1, 'Prerequisite'),
    faq: items(9, 'Question'),
    related: [],
    batches: [
      {
        ...batchRule,
        class_days: [1, 3],
        mode: 'classroom',
        city: 'Bengaluru',
        venue_state: '29',
        joining: 'https://zoom.example/1',
      },
      weekendRule,
    ],
    ...changes,
  };
}

/** @param front front matter */
export function testPost(front: object, text = 'Plain words.'): string {
  const fields = {
    category: 1,
    author: 'Devika Menon',
    published: '2026-05-18',
    image: 'blog/one.svg',
    image_title: 'Drawing',
    meta_title: 'Post',
    meta_description: 'A post.',
    ...front,
  };
  return `---\n${stringify(fields)}---\n${text}\n`;
}

const testDownload = (id: number, name: string, category: number, file: string) => ({
  id,
  name,
  category,
  image: 'resources/one.svg',
  file,
});

const careerTab = {
  first_title: 'Pay',
  first_image: 'career/pay.svg',
  first_image_title: 'Chart of pay',
  second_title: 'Hiring',
  second_image: 'career/hiring.svg',
  second_image_title: 'Chart of hiring',
  demand_title: 'Demand',
  demand_description: '62 %',
};

const person = { designation: 'Trainer', description: 'Twenty years of practice.', image: 'people/one.svg' };
const testimonial = { ...person, rating: 5 };
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';

function baseFiles(): TestFiles {
  return {
    'site.yaml': { discount_text: 'Save now', button_text: 'Get the offer' },
    'categories.yaml': [
      { id: 2, name: 'SAFe', seo_slug: 'safe' },
      { id: 1, name: 'Scrum', seo_slug: 'scrum' },
      { id: 3, name: 'Empty', seo_slug: 'empty' },
    ],
    'courses/course-one.yaml': testCourse(101, {
      related: ['course-two'],
      syllabus_file: 'files/one-syllabus.pdf',
      curriculum_file: 'files/not-made.pdf',
    }),
    'courses/course-two.yaml': testCourse(102, { order: 1, batches: [] }),
    'courses/course-three.yaml': testCourse(103, { category: 'safe', featured: false }),
    'career-growth.yaml': Object.fromEntries(careerRoles.map((role) => [role, careerTab])),
    'blog/categories.yaml': [
      { id: 1, name: 'Scrum' },
      { id: 2, name: 'Careers' },
    ],
    'blog/posts/older.md': testPost({ id: 1, name: 'Older', published: '2025-01-01' }),
    'blog/posts/newer.md': testPost(
      { id: 2, name: 'Newer & better', category: 2, author: 'Joseph Tharakan' },
      'A **Retrospective** for R&D.\n\n![Board](blog/board.svg)\n\n![Flow](blog/flow.svg "Nothing waits & all flows.")',
    ),
    'resources/categories.yaml': [
      { id: 1, name: 'Scrum' },
      { id: 2, name: 'Kanban' },
    ],
    'resources/ebooks/planning.yaml': testDownload(1, 'Planning', 1, 'files/planning.pdf'),
    'resources/ebooks/flow.yaml': testDownload(2, 'Flow', 2, 'files/not-made-either.pdf'),
    'resources/practice-tests/exam.yaml': testDownload(1, 'Exam', 2, 'files/exam.pdf'),
    'people/trainers.yaml': [
      { id: 1, name: 'Arvind', ...person },
      { id: 2, name: 'Kavya Raghunathan', ...person },
    ],
    'people/testimonials.yaml': [
      { id: 1, name: 'Ananya', ...testimonial, show: ['home', 'customer_speak'] },
      { id: 2, name: 'Rohan', ...testimonial, show: ['share_your_experience'] },
    ],
    'people/videos.yaml': [{ id: 1, youtube_url: 'https://youtu.be/Zp4_nT9wHc8', title: 'First PI' }],
    'trusted-by.yaml': [{ id: 1, name: 'Northlake Bank', image: 'trusted-by/northlake.svg' }],
    ...Object.fromEntries(policyNames.map((name) => [`pages/${name}.md`, `## ${name}\n\nText.`])),
    'media/courses/one.svg': drawing,
    'media/certificates/one.svg': drawing,
    'media/blog/one.svg': drawing,
    'media/blog/board.svg': drawing,
    'media/blog/flow.svg': drawing,
    'media/resources/one.svg': drawing,
    'media/career/pay.svg': drawing,
    'media/career/hiring.svg': drawing,
    'media/people/one.svg': drawing,
    'media/trusted-by/northlake.svg': drawing,
    'media/files/one-syllabus.pdf': '%PDF-1.4',
    'media/files/planning.pdf': '%PDF-1.4',
    'media/files/exam.pdf': '%PDF-1.4',
    'media/.secret': 'not to be served',
  };
}

/** Writes files to a content folder. */
export async function writeFiles(folder: string, files: TestFiles): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : stringify(content));
  }
}

/**
 * Creates a small valid content folder.
 * @param changes files to add or replace
 * @returns its absolute path, and a function that removes it
 */
export async function createTestContent(
  changes: TestFiles = {},
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'upstream-content-'));
  await writeFiles(folder, { ...baseFiles(), ...changes });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Creates a test content folder for one test, and removes it afterwards. */
export async function useTestContent(changes: TestFiles = {}): Promise<string> {
  const { folder, remove } = await createTestContent(changes);
  onTestFinished(remove);
  return folder;
}
