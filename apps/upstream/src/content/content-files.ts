import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { policyNames } from '@meridian/contracts/site/policy-page';
import { downloadFile, postFile } from './article-files.ts';
import { cataloguePost } from './articles.ts';
import type { Finding } from './content-error.ts';
import { completeCourse, courseFile } from './course-file.ts';
import { courseParts } from './course-parts.ts';
import { markdownFile, mapped, postFileOf, yamlFile } from './file-kinds.ts';
import { htmlOf } from './markdown.ts';
import { createSlotReader, listFolder, readChunked, type Slot, type Versions } from './slots.ts';
import {
  careerGrowthFile,
  categoryFile,
  courseCategoryFile,
  siteFile,
  testimonialFile,
  trainerFile,
  trustedByFile,
  videoFile,
} from './site-files.ts';

const markdownOfCourse = /^(?:curriculum|about_certification|prerequisites|faq)\.\d+\.description$/;

const courseKind = mapped(
  yamlFile(courseFile, (field) => markdownOfCourse.test(field)),
  (fields, file) => courseParts(completeCourse(fields, basename(file, '.yaml'))),
);
const postKind = mapped(postFileOf(postFile), ({ fields, markdown }, file) => ({
  fields,
  post: cataloguePost(file.replace(/^.*\/|\.md$/g, ''), fields, markdown),
}));
const pageKind = mapped(markdownFile, htmlOf);
const categoriesFile = 'categories.yaml';

/** Creates a reader of the content folder that parses only changed files. */
export function createContentFiles(root: string) {
  const readSite = createSlotReader(root, yamlFile(siteFile));
  const readCourseCategories = createSlotReader(root, yamlFile(courseCategoryFile));
  const readCategories = createSlotReader(root, yamlFile(categoryFile));
  const readCareerGrowth = createSlotReader(root, yamlFile(careerGrowthFile));
  const readTrainers = createSlotReader(root, yamlFile(trainerFile));
  const readTestimonials = createSlotReader(root, yamlFile(testimonialFile));
  const readVideos = createSlotReader(root, yamlFile(videoFile));
  const readTrustedBy = createSlotReader(root, yamlFile(trustedByFile));
  const readPage = createSlotReader(root, pageKind);
  const readCourse = createSlotReader(root, courseKind);
  const readPost = createSlotReader(root, postKind);
  const readDownload = createSlotReader(root, yamlFile(downloadFile));

  return async (versions: Versions) => {
    const folderErrors: Finding[] = [];
    // Without this file the whole content folder counts as lost. Missing optional files then keep their last
    // valid version.
    const isFolderThere = existsSync(join(root, categoriesFile));
    async function readFolder<Value>(
      folder: string,
      extension: string,
      read: (file: string, versions: Versions) => Promise<Slot<Value>>,
    ): Promise<Slot<Value>[]> {
      const { files, errors } = await listFolder(root, folder, extension, versions);
      const slots = await readChunked(files, (file) => read(file, versions));
      if (errors.length > 0 && slots.length > 0) {
        folderErrors.push(...errors);
        for (const slot of slots) slot.errors = [];
      }
      return slots;
    }
    async function readOptional<Value>(
      file: string,
      read: (file: string, versions: Versions) => Promise<Slot<Value>>,
    ): Promise<Slot<Value>> {
      if (existsSync(join(root, file)) || !isFolderThere) return read(file, versions);
      return { ...(await read(file, new Map())), errors: [] };
    }
    return {
      site: await readOptional('site.yaml', readSite),
      courseCategories: await readCourseCategories(categoriesFile, versions),
      courses: await readFolder('courses', '.yaml', readCourse),
      careerGrowth: await readOptional('career-growth.yaml', readCareerGrowth),
      blogCategories: await readOptional('blog/categories.yaml', readCategories),
      posts: await readFolder('blog/posts', '.md', readPost),
      resourceCategories: await readOptional('resources/categories.yaml', readCategories),
      ebooks: await readFolder('resources/ebooks', '.yaml', readDownload),
      practiceTests: await readFolder('resources/practice-tests', '.yaml', readDownload),
      trainers: await readOptional('people/trainers.yaml', readTrainers),
      testimonials: await readOptional('people/testimonials.yaml', readTestimonials),
      videos: await readOptional('people/videos.yaml', readVideos),
      trustedBy: await readOptional('trusted-by.yaml', readTrustedBy),
      pages: await readChunked(policyNames, (name) => readPage(`pages/${name}.md`, versions)),
      folderErrors,
    };
  };
}

/** The files of one load, each with the version that is in use. */
export type ContentFiles = Awaited<ReturnType<ReturnType<typeof createContentFiles>>>;

/** Slots of the mandatory files. */
export function requiredSlots({ courseCategories, pages }: ContentFiles): Slot[] {
  return [courseCategories, ...pages];
}

export function allSlots(files: ContentFiles): Slot[] {
  const { site, careerGrowth, blogCategories, resourceCategories } = files;
  const { trainers, testimonials, videos, trustedBy } = files;
  return [
    ...requiredSlots(files),
    ...[site, careerGrowth, blogCategories, resourceCategories],
    ...[trainers, testimonials, videos, trustedBy],
    ...[files.courses, files.posts, files.ebooks, files.practiceTests].flat(),
  ];
}

/** @returns the slots that have a version in use, with the value of this version */
export function usedOf<Value>(slots: readonly Slot<Value>[]): { slot: Slot<Value>; value: Value }[] {
  return slots.flatMap((slot) => (slot.used ? [{ slot, value: slot.used.value }] : []));
}
