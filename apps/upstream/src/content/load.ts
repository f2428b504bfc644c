import { join } from 'node:path';
import { policyNames } from '@meridian/contracts/site/policy-page';
import type { ContentFault } from '@meridian/contracts/site/content-faults';
import { catalogueDownload, type Download, newestFirst } from './articles.ts';
import { resolveConflicts } from './conflicts.ts';
import type { Content } from './content.ts';
import { ContentError, type Finding } from './content-error.ts';
import { allSlots, type ContentFiles, createContentFiles, requiredSlots, usedOf } from './content-files.ts';
import { type CatalogueCourse, catalogueCourse } from './course.ts';
import { mediaPaths, mediaUrl } from './media.ts';
import type { CategoryEntry, TestimonialEntry } from './site-files.ts';
import type { Slot, Versions } from './slots.ts';
import { findWarnings } from './warnings.ts';

const maxPopular = 6;
const noOffer: Content['header'] = { discount_text: '', button_text: '' };

function withImageUrl<Item extends { image: string }>(item: Item): Item {
  return { ...item, image: mediaUrl(item.image) };
}

function testimonialsFor(place: TestimonialEntry['show'][number], entries: readonly TestimonialEntry[]) {
  return entries
    .filter(({ show }) => show.includes(place))
    .map(({ show: _show, ...testimonial }) => withImageUrl(testimonial));
}

/** Returns the entries of an optional list. */
function entriesOf<Entry>({ used }: Slot<Entry[]>): Entry[] {
  return used?.value ?? [];
}

/**
 * @throws ContentError if the slot has no version; {@link createContentLoader} reports all such slots first
 */
function valueOf<Value>({ used, errors }: Slot<Value>): Value {
  if (!used) throw new ContentError(errors);
  return used.value;
}

function coursesInMenuOrder(files: ContentFiles): CatalogueCourse[] {
  const courses = usedOf(files.courses);
  return valueOf(files.courseCategories).flatMap((category) =>
    courses
      .filter(({ value }) => value.entry.category === category.seo_slug)
      .map(({ slot, value }) => catalogueCourse(slot.slug, value, category, files.careerGrowth.used?.value))
      .sort(byOrder),
  );
}

function byOrder(a: CatalogueCourse, b: CatalogueCourse): number {
  return a.order - b.order || a.listItem.name.localeCompare(b.listItem.name) || a.id - b.id;
}

/**
 * Returns the popular courses of the home page. If no course is featured, these are the first courses of the
 * menu.
 */
function featuredCourses(courses: readonly CatalogueCourse[]): CatalogueCourse[] {
  const chosen = courses.filter(({ featured }) => featured).sort(byOrder);
  return chosen.length > 0 ? chosen : courses.slice(0, maxPopular);
}

function downloads(slots: ContentFiles['ebooks'], categories: readonly CategoryEntry[]): Download[] {
  const entries = usedOf(slots);
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
  const posts = usedOf(files.posts)
    .map(({ value }) => value.post)
    .sort(newestFirst);
  const trainers = entriesOf(files.trainers).map(withImageUrl);
  const testimonials = entriesOf(files.testimonials);
  return {
    header: files.site.used?.value ?? noOffer,
    courseCategories: valueOf(files.courseCategories).map(({ id, name }) => ({ id, name })),
    courses,
    courseBySlug: new Map(courses.map((course) => [course.listItem.seo_slug, course])),
    courseById: new Map(courses.map((course) => [course.id, course])),
    featuredCourses: featuredCourses(courses),
    blogCategories: entriesOf(files.blogCategories),
    posts,
    postBySlug: new Map(posts.map((post) => [post.listItem.seo_slug, post])),
    resourceCategories: entriesOf(files.resourceCategories),
    ebooks: downloads(files.ebooks, entriesOf(files.resourceCategories)),
    practiceTests: downloads(files.practiceTests, entriesOf(files.resourceCategories)),
    trustedBy: entriesOf(files.trustedBy).map(withImageUrl),
    trainers,
    portraits: new Map(trainers.map(({ name, image }) => [name, image])),
    homeTestimonials: testimonialsFor('home', testimonials),
    customerSpeak: {
      our_customers_saying: testimonialsFor('customer_speak', testimonials),
      hear_from_our_customers: entriesOf(files.videos),
      share_your_experience: testimonialsFor('share_your_experience', testimonials),
    },
    pages: new Map(policyNames.map((name, index) => [name, files.pages[index]?.used?.value ?? ''])),
    media,
  };
}

/** A fault without the time at which it was first seen. */
export type LoadFault = Finding & Pick<ContentFault, 'effect'>;

export interface Loaded {
  content: Content;
  faults: LoadFault[];
  /** Text of the valid version of each file: the one on disk, or the last valid one. */
  versions: Map<string, string>;
}

const effects = { current: 'warning', former: 'former_version', none: 'left_out' } as const;

function faultsOf(files: ContentFiles, warnings: readonly Finding[]): LoadFault[] {
  return [
    ...files.folderErrors.map((finding): LoadFault => ({ ...finding, effect: 'former_version' })),
    ...allSlots(files).flatMap(({ errors, use }) =>
      errors.map((finding): LoadFault => ({ ...finding, effect: effects[use] })),
    ),
    ...warnings.map((finding): LoadFault => ({ ...finding, effect: 'warning' })),
  ];
}

/**
 * Creates a content loader. Later loads parse only changed files.
 * @param contentDir absolute path
 * @returns a function that loads all files. It replaces a file with a mistake by its last valid version, and
 *   throws a ContentError if a mandatory file has no valid version
 */
export function createContentLoader(contentDir: string): (versions?: Versions) => Promise<Loaded> {
  const readFiles = createContentFiles(contentDir);
  return async (versions = new Map()) => {
    const [files, media] = await Promise.all([readFiles(versions), mediaPaths(join(contentDir, 'media'))]);
    const remaining = resolveConflicts(files);
    if (requiredSlots(files).some(({ used }) => !used))
      throw new ContentError(allSlots(files).flatMap(({ errors }) => errors));
    return {
      content: assemble(files, media),
      faults: faultsOf(files, [...remaining, ...findWarnings(files, media)]),
      versions: new Map(
        allSlots(files).flatMap(({ file, used }) => (used ? [[file, used.text] as const] : [])),
      ),
    };
  };
}
