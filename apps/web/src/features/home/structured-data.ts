import type { CourseCard } from '@meridian/contracts/site/courses/course-card';
import { instance } from '@meridian/contracts/site/instance';
import { contact } from '../../content/contact.ts';

/** Structured data of the provider. */
export function organisationData(publicUrl: string): object {
  return {
    '@type': 'EducationalOrganization',
    name: instance().name,
    url: `${publicUrl}/`,
    telephone: contact().phone,
    email: contact().email,
    sameAs: Object.values(instance().social),
  };
}

/** Structured data of a list of courses. Empty below three courses, because search engines require three. */
export function courseListData(publicUrl: string, courses: readonly CourseCard[]): object[] {
  if (courses.length < 3) return [];
  return [
    {
      '@type': 'ItemList',
      itemListElement: courses.map((course, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: `${publicUrl}/${course.category_seo_slug}/${course.seo_slug}`,
      })),
    },
  ];
}
