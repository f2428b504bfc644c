import type { CourseListItem } from '@meridian/contracts/site/courses/course-card';
import { api } from '../../api/api.ts';

export interface MenuCategory {
  name: string;
  slug: string;
  courses: CourseListItem[];
}

/** Groups the menu's courses in the upstream's order; empty categories are left out. */
export function groupByCategory(courses: readonly CourseListItem[]): MenuCategory[] {
  const groups = new Map<string, MenuCategory>();
  for (const course of courses) {
    const group = groups.get(course.category_seo_slug) ?? {
      name: course.category_name,
      slug: course.category_seo_slug,
      courses: [],
    };
    group.courses.push(course);
    groups.set(course.category_seo_slug, group);
  }
  return [...groups.values()];
}

export type MenuState =
  | { kind: 'ready'; categories: MenuCategory[] }
  | { kind: 'loading' }
  | { kind: 'failed'; message: 'Failed to load content' | 'Fetch error' };

/**
 * The menu's courses. They are loaded on request, because documents do not contain all of them.
 * @param requested true once the menu has been opened or its button has had the focus
 */
export function useMenuCourses(requested: boolean): MenuState {
  const { data, error } = api.endpoints.cat_course.useQuery({}, { skip: !requested });
  if (data) return { kind: 'ready', categories: groupByCategory(data) };
  if (error) {
    const refused = 'kind' in error && error.kind === 'refused';
    return { kind: 'failed', message: refused ? 'Failed to load content' : 'Fetch error' };
  }
  return { kind: 'loading' };
}
