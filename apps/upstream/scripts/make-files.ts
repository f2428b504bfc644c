/**
 * Generates all downloads: e-books and practice tests from Markdown, syllabus and curriculum from the
 * courses. Run it after such a text changes: `pnpm --filter @meridian/upstream content:files`.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brand } from '@meridian/contracts/brand';
import { parse } from 'yaml';
import { z } from 'zod';
import { writePdf } from './pdf-document.ts';

const content = resolve(import.meta.dirname, '../content');
const media = join(content, 'media');

const download = z.object({ name: z.string(), file: z.string().regex(/^files\/[\w.-]+\.pdf$/) });
const item = z.object({ name: z.string(), description: z.string() });
const course = z.object({
  name: z.string(),
  description: z.string(),
  training_days: z.number(),
  level: z.string(),
  overview: z.array(z.string()),
  curriculum: z.array(item),
  learning_objectives: z.array(item).default([]),
  prerequisites: z.array(item).default([]),
  about_certification: z.array(item).default([]),
  syllabus_file: download.shape.file.optional(),
  curriculum_file: download.shape.file.optional(),
});
type Course = z.infer<typeof course>;

function bullets(lines: readonly string[]): string {
  return lines.map((text) => `- ${text}`).join('\n');
}

function named(items: readonly z.infer<typeof item>[]): string {
  return items.map(({ name, description }) => `### ${name}\n\n${description}`).join('\n\n');
}

function part(title: string, text: string): string {
  return text === '' ? '' : `## ${title}\n\n${text}\n\n`;
}

function curriculumOf({ curriculum }: Course): string {
  return part('Curriculum', named(curriculum));
}

function syllabusOf(source: Course): string {
  const days = source.training_days === 1 ? '1 day' : `${source.training_days} days`;
  return (
    `${source.description}\n\n${bullets([`**Level:** ${source.level}`, `**Length:** ${days}, live online`])}\n\n` +
    part('Overview', bullets(source.overview)) +
    part(
      'What you will be able to do',
      bullets(source.learning_objectives.map(({ name, description }) => `**${name}.** ${description}`)),
    ) +
    curriculumOf(source) +
    part('Certification', named(source.about_certification)) +
    part('Before you come', named(source.prerequisites))
  );
}

async function makeDownloads(folder: string, kind: string): Promise<number> {
  const names = (await readdir(join(content, 'resources', folder)))
    .filter((name) => name.endsWith('.md'))
    .sort();
  for (const name of names) {
    const text = await readFile(join(content, 'resources', folder, name), 'utf8');
    const [, head = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const { name: title, file } = download.parse(parse(head));
    await writePdf(join(media, file), { title, kind, publisher: brand, markdown });
  }
  return names.length;
}

async function makeCourseFiles(): Promise<number> {
  const names = (await readdir(join(content, 'courses'))).filter((name) => name.endsWith('.yaml')).sort();
  for (const name of names) {
    const source = course.parse(parse(await readFile(join(content, 'courses', name), 'utf8')));
    const slug = name.replace(/\.yaml$/, '');
    const publisher = brand;
    await writePdf(join(media, source.syllabus_file ?? `files/${slug}-syllabus.pdf`), {
      title: source.name,
      kind: 'Syllabus',
      publisher,
      markdown: syllabusOf(source),
    });
    await writePdf(join(media, source.curriculum_file ?? `files/${slug}-curriculum.pdf`), {
      title: source.name,
      kind: 'Curriculum',
      publisher,
      markdown: curriculumOf(source),
    });
  }
  return 2 * names.length;
}

await mkdir(join(media, 'files'), { recursive: true });
const made =
  (await makeDownloads('ebooks', 'E-book')) +
  (await makeDownloads('practice-tests', 'Practice test')) +
  (await makeCourseFiles());
process.stdout.write(`${made} files made\n`);
