/** A content folder of the reference upstream with generated courses, each with the next ten batches. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closing } from '../closing.ts';

const sampleContent = resolve(import.meta.dirname, '../../../apps/upstream/content');

export const batchesPerCourse = 10;
/** So many seats that a batch never sells out during a measurement. */
const seatsPerBatch = 10_000;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const firstCourse = 1_001;

export const courseIdAt = (at: number) => firstCourse + at;

function generatedCourse(at: number) {
  const id = courseIdAt(at);
  const item = { name: 'A part', description: 'What this part of the course is about.' };
  const items = Array.from({ length: 6 }, () => item);
  const lines = Array.from({ length: 4 }, (_, line) => `Sentence ${line + 1} about the course.`);
  return {
    id,
    name: `Course ${id}`,
    category: 'scrum',
    order: id,
    featured: at < 6,
    level: 'Intermediate',
    description: 'A generated course.',
    training_days: 2,
    image: 'courses/certified-scrum-master-certification.svg',
    image_title: 'A drawing',
    certificate_image: 'certificates/certified-scrum-master-certification.svg',
    certificate_image_title: 'A certificate',
    meta_title: `Course ${id}`,
    meta_description: 'A generated course.',
    meta_keyword: 'course',
    fee: 24_999,
    discount_fee: 18_999,
    highlights: lines,
    overview: lines,
    live_online_classroom_name: 'Live online classroom',
    live_class: lines,
    enterprise: lines,
    curriculum: items,
    about_certification: items,
    learning_objectives: items,
    prerequisites: items,
    faq: items,
    related: [],
    batches: [
      {
        key: 'evening',
        starts_on: weekdays[at % weekdays.length],
        every_weeks: 2,
        first: '2026-01-05',
        ahead: batchesPerCourse,
        class_days: [1, 2],
        start_time: '19:00',
        end_time: '22:00',
        online_class_room: 'Zoom',
        instructor_name: 'Kavya Raghunathan',
        seats: seatsPerBatch,
      },
    ],
  };
}

/** @returns the folder, which is removed when disposed */
export async function writeGeneratedContent(courses: number): Promise<AsyncDisposable & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-content-'));
  const end = closing(() => rm(dir, { recursive: true, force: true }));
  await cp(sampleContent, dir, {
    recursive: true,
    filter: (path) => !path.startsWith(join(sampleContent, 'courses')),
  });
  await mkdir(join(dir, 'courses'));
  // JSON is valid YAML.
  for (let at = 0; at < courses; at += 1)
    await writeFile(
      join(dir, 'courses', `course-${courseIdAt(at)}.yaml`),
      JSON.stringify(generatedCourse(at), null, 1),
    );
  return { ...end, dir };
}
