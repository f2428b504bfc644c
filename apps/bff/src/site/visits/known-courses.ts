import { success } from '@meridian/contracts/envelope';
import type { Catalogue } from '../catalogue/catalogue.ts';

export interface CourseNames {
  catalogue: Pick<Catalogue, 'query' | 'read'>;
  /** Never throws. */
  findById: (courseId: number) => Promise<{ name: string } | undefined>;
}

const keptMs = 60_000;
const maxDigits = 9;

/**
 * @returns a function that finds the name of a course by its slug or id. Visits of unknown courses are
 * counted without a course
 */
export function createCourseNames({ catalogue, findById }: CourseNames) {
  let names = new Map<string, string>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function bySlug(): Promise<Map<string, string>> {
    if (performance.now() - readAt < keptMs) return names;
    const { envelope } = (await catalogue.read(catalogue.query('cat_course', {}))).value;
    if (envelope.status === success) {
      const courses = envelope.data as { seo_slug: string; name: string }[];
      names = new Map(courses.map(({ seo_slug: slug, name }) => [slug, name]));
      readAt = performance.now();
    }
    return names;
  }

  return async (course: string): Promise<string | undefined> => {
    if (/^\d+$/.test(course))
      return course.length > maxDigits ? undefined : (await findById(Number(course)))?.name;
    return (await bySlug()).get(course);
  };
}
