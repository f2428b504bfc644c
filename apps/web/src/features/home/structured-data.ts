import { brand } from '@meridian/contracts/brand';
import type { CourseCard } from '@meridian/contracts/site/courses/course-card';
import { socialLinks } from '../../content/external-links.ts';
import { contact } from '../../content/site-content.ts';

/** Structured data of the provider. */
export function organisationData(publicUrl: string): object {
  return {
    '@type': 'EducationalOrganization',
    name: brand,
    url: `${publicUrl}/`,
    telephone: contact.phone,
    email: contact.email,
    sameAs: socialLinks.map((link) => link.href),
  };
}

/** Structured data of a list of courses; search engines require at least three. */
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
