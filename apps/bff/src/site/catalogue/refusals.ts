/** Classifies refused reads: whether the slug or id does not exist, the upstream fails, or either. */
import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import { pageSizes, type ReadCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';

/**
 * `missing`: the slug or id does not exist. `refused`: the slug or id exists, or the upstream fails.
 * `unsure`: could be either.
 */
export type Refusal = 'missing' | 'refused' | 'unsure';

/** The upstream answered a read with a status other than 1. A cached answer is still served. */
export class ReadRefused extends Error {
  override readonly name = 'ReadRefused';
  readonly code = 'READ_REFUSED';
  readonly retry = true;
  readonly envelope: Envelope;

  constructor(name: ReadCallName, envelope: Envelope) {
    super(`${name}: refused with status ${envelope.status}`);
    this.envelope = envelope;
  }
}

/** Reads through the catalogue's cache; rejects if there is no answer. */
type Read = <Name extends ReadCallName>(name: Name, request: ReadRequest<Name>) => Promise<Envelope>;

/** Max concurrent reads of pages of the blog's list, and the number of pages after which no more are read. */
const pagesAtOnce = 8;
const maxPages = 64;

/**
 * @param read reads through the cache
 * @param answersNow uncached probe of whether the upstream answers reads
 * @returns a function that classifies a refusal by the upstream's lists
 */
export function createRefusalClassifier(read: Read, answersNow: () => Promise<boolean>) {
  async function dataOf<Name extends ReadCallName>(
    name: Name,
    request: ReadRequest<Name>,
  ): Promise<ReadData<Name> | undefined> {
    const answer = await read(name, request).catch(() => undefined);
    return answer?.status === success ? (answer.data as ReadData<Name>) : undefined;
  }

  async function course(slug: string): Promise<Refusal> {
    const courses = await dataOf('cat_course', {});
    return !courses || courses.some(({ seo_slug }) => seo_slug === slug) ? 'refused' : 'missing';
  }

  /** No list contains the ids of courses, so another read with the same id decides. */
  async function schedule(courseId: number): Promise<Refusal> {
    const modules = await dataOf('add_more_course_curriculum', { course_id: courseId, offset: 0 });
    if (modules && modules.length > 0) return 'refused';
    return (await answersNow()) ? 'missing' : 'refused';
  }

  async function post(slug: string): Promise<Refusal> {
    const page = (index: number) =>
      dataOf('blog', { offset: index * pageSizes.blog, search_val: '', category_id: 0 });
    const first = await page(0);
    if (!first) return 'refused';
    const pageCount = Math.ceil(first.total_blog / pageSizes.blog);
    let pages = [first];
    for (let next = 1; ; next += pagesAtOnce) {
      if (pages.some(({ latest_blog: posts }) => posts.some(({ seo_slug }) => seo_slug === slug)))
        return 'refused';
      if (next >= pageCount) return 'missing';
      if (next >= maxPages) return 'unsure';
      const indexes = Array.from({ length: Math.min(pagesAtOnce, pageCount - next) }, (_, at) => next + at);
      const more = await Promise.all(indexes.map(page));
      pages = more.filter((found) => found !== undefined);
      if (pages.length < more.length) return 'refused';
    }
  }

  /** @param request parsed by the call's schema */
  return async (name: ReadCallName, request: unknown): Promise<Refusal> => {
    switch (name) {
      case 'course_details':
        return course((request as ReadRequest<'course_details'>).seo_slug);
      case 'course_schedule':
        return schedule((request as ReadRequest<'course_schedule'>).id);
      case 'blog_detail':
        return post((request as ReadRequest<'blog_detail'>).seo_slug);
      default:
        return 'refused';
    }
  };
}
