import { basename, extname } from 'node:path';
import { policyNames } from '@meridian/contracts/site/policy-page';
import { downloadFile, postFile } from './article-files.ts';
import { cataloguePost } from './articles.ts';
import { gather } from './content-error.ts';
import { courseFile } from './course-file.ts';
import { courseParts } from './course-parts.ts';
import { htmlOf } from './markdown.ts';
import { cachedReader, markdownOf, readFolder, yamlOf } from './read-files.ts';
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

const parseCourse = yamlOf(courseFile);
const parsePost = markdownOf(postFile);

function slugOf(file: string): string {
  return basename(file, extname(file));
}

/**
 * Creates a reader of the content folder that caches unchanged files.
 * @returns a function that reads and validates each file; throws ContentError with all errors
 */
export function createContentFiles(root: string) {
  const readSite = cachedReader(yamlOf(siteFile));
  const readCourseCategories = cachedReader(yamlOf(courseCategoryFile));
  const readCategories = cachedReader(yamlOf(categoryFile));
  const readCareerGrowth = cachedReader(yamlOf(careerGrowthFile));
  const readTrainers = cachedReader(yamlOf(trainerFile));
  const readTestimonials = cachedReader(yamlOf(testimonialFile));
  const readVideos = cachedReader(yamlOf(videoFile));
  const readTrustedBy = cachedReader(yamlOf(trustedByFile));
  const readPage = cachedReader(htmlOf);
  const readCourse = cachedReader((text, file) => courseParts(parseCourse(text, file)));
  const readPost = cachedReader((text, file) => {
    const { fields, markdown } = parsePost(text, file);
    return { fields, post: cataloguePost(slugOf(file), fields, markdown) };
  });
  const readDownload = cachedReader(yamlOf(downloadFile));

  return async () => {
    const [site, courseCategories, courses, careerGrowth, blogCategories, posts, ...others] = await gather([
      readSite(root, 'site.yaml'),
      readCourseCategories(root, 'categories.yaml'),
      readFolder(root, 'courses', '.yaml', readCourse),
      readCareerGrowth(root, 'career-growth.yaml'),
      readCategories(root, 'blog/categories.yaml'),
      readFolder(root, 'blog/posts', '.md', readPost),
      readCategories(root, 'resources/categories.yaml'),
      readFolder(root, 'resources/ebooks', '.yaml', readDownload),
      readFolder(root, 'resources/practice-tests', '.yaml', readDownload),
      readTrainers(root, 'people/trainers.yaml'),
      readTestimonials(root, 'people/testimonials.yaml'),
      readVideos(root, 'people/videos.yaml'),
      readTrustedBy(root, 'trusted-by.yaml'),
      gather(policyNames.map((name) => readPage(root, `pages/${name}.md`))),
    ]);
    const [resourceCategories, ebooks, practiceTests, trainers, testimonials, videos, trustedBy, pages] =
      others;
    return {
      site,
      courseCategories,
      courses,
      careerGrowth,
      blogCategories,
      posts,
      resourceCategories,
      ebooks,
      practiceTests,
      trainers,
      testimonials,
      videos,
      trustedBy,
      pages,
    };
  };
}

/** Validated content of the files. */
export type ContentFiles = Awaited<ReturnType<ReturnType<typeof createContentFiles>>>;
