import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { instance } from '@meridian/contracts/site/instance';
import type { Read } from '@meridian/contracts/site/renderer';
import { unwrap } from '../api/result.ts';
import { matchRoute } from './routes.ts';

const isCourse = (href: string) => matchRoute(href).route.path === '/:category/:slug';
const courseLinks = () =>
  instance()
    .footer.flatMap(({ links }) => links.map(({ href }) => href))
    .filter((href) => href.startsWith('/') && isCourse(href));

/**
 * @returns paths of lists without entries, and of courses in the footer that the catalogue does not contain
 */
export async function findAbsentPages(read: Read): Promise<string[]> {
  async function absentBy<Name extends ReadCallName>(
    name: Name,
    request: ReadRequest<Name>,
    pathsOf: (data: ReadData<Name>) => string[],
  ): Promise<string[]> {
    try {
      const result = unwrap(await read(name, request));
      return 'data' in result ? pathsOf(result.data as ReadData<Name>) : [];
    } catch {
      // A page counts as present if its read gets no response.
      return [];
    }
  }
  const paths = await Promise.all([
    absentBy('blog', { offset: 0, search_val: '', category_id: 0 }, ({ latest_blog: posts }) =>
      posts.length === 0 ? ['/blogs'] : [],
    ),
    absentBy('Resources', { resources_category_id: 0, search_val: '' }, (library) =>
      library.ebook.length + library.practice_test.length === 0 ? ['/resources'] : [],
    ),
    absentBy('customer_speak', {}, (voices) =>
      Object.values(voices).every((list) => list.length === 0) ? ['/customer-speak'] : [],
    ),
    absentBy('cat_course', {}, (courses) => {
      const present = new Set(courses.map((course) => `/${course.category_seo_slug}/${course.seo_slug}`));
      return courseLinks().filter((path) => !present.has(path));
    }),
  ]);
  return paths.flat();
}
