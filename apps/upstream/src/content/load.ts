import { join } from 'node:path';
import { policyNames } from '@meridian/contracts/site/policy-page';
import { catalogueDownload, type Download, newestFirst } from './articles.ts';
import type { Content } from './content.ts';
import { type ContentFiles, createContentFiles } from './content-files.ts';
import { type CatalogueCourse, catalogueCourse } from './course.ts';
import { crossCheck } from './cross-check.ts';
import { mediaPaths, mediaUrl } from './media.ts';
import { missingMedia } from './missing-media.ts';
import type { CategoryEntry, TestimonialEntry } from './site-files.ts';

function withImageUrl<Item extends { image: string }>(item: Item): Item {
  return { ...item, image: mediaUrl(item.image) };
}

function testimonialsFor(place: TestimonialEntry['show'][number], entries: readonly TestimonialEntry[]) {
  return entries
    .filter(({ show }) => show.includes(place))
    .map(({ show: _show, ...testimonial }) => withImageUrl(testimonial));
}

function coursesInMenuOrder(files: ContentFiles): CatalogueCourse[] {
  return files.courseCategories.flatMap((category) =>
    files.courses
      .filter(({ value }) => value.entry.category === category.seo_slug)
      .map(({ slug, value }) => catalogueCourse(slug, value, category, files.careerGrowth))
      .sort(byOrder),
  );
}

function byOrder(a: CatalogueCourse, b: CatalogueCourse): number {
  return a.order - b.order || a.id - b.id;
}

function downloads(entries: ContentFiles['ebooks'], categories: readonly CategoryEntry[]): Download[] {
  return categories
    .flatMap((category) =>
      entries
        .filter(({ value }) => value.category === category.id)
        .map(({ value }) => catalogueDownload(value, category)),
    )
    .sort((a, b) => a.listItem.id - b.listItem.id);
}

function assemble(files: ContentFiles, media: ReadonlySet<string>): Content {
  const courses = coursesInMenuOrder(files);
  const trainers = files.trainers.map(withImageUrl);
  const posts = files.posts.map(({ value }) => value.post).sort(newestFirst);
  return {
    header: files.site,
    courseCategories: files.courseCategories.map(({ id, name }) => ({ id, name })),
    courses,
    courseBySlug: new Map(courses.map((course) => [course.listItem.seo_slug, course])),
    courseById: new Map(courses.map((course) => [course.id, course])),
    featuredCourses: courses.filter(({ featured }) => featured).sort(byOrder),
    blogCategories: files.blogCategories,
    posts,
    postBySlug: new Map(posts.map((post) => [post.listItem.seo_slug, post])),
    resourceCategories: files.resourceCategories,
    ebooks: downloads(files.ebooks, files.resourceCategories),
    practiceTests: downloads(files.practiceTests, files.resourceCategories),
    trustedBy: files.trustedBy.map(withImageUrl),
    trainers,
    portraits: new Map(trainers.map(({ name, image }) => [name, image])),
    homeTestimonials: testimonialsFor('home', files.testimonials),
    customerSpeak: {
      our_customers_saying: testimonialsFor('customer_speak', files.testimonials),
      hear_from_our_customers: files.videos,
      share_your_experience: testimonialsFor('share_your_experience', files.testimonials),
    },
    pages: new Map(policyNames.map((name, index) => [name, files.pages[index] ?? ''])),
    media,
    missingMedia: missingMedia(files, media),
  };
}

/**
 * Creates a content loader; reloading parses only changed files.
 * @param contentDir absolute path
 * @returns a function that loads everything; throws ContentError with all errors
 */
export function createContentLoader(contentDir: string): () => Promise<Content> {
  const readFiles = createContentFiles(contentDir);
  return async () => {
    const [files, media] = await Promise.all([readFiles(), mediaPaths(join(contentDir, 'media'))]);
    crossCheck(files);
    return assemble(files, media);
  };
}
